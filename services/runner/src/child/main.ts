import { loadTool } from '@rotamer/tools/loadTool.ts';
import { loadConfigured } from './loadConfigured.ts';
import { runJobs } from './runJobs.ts';

// In a bundle each built-in tool has a program of its own (deploy/bundle): this one starts without it.
await runJobs((job) => (job.contract ? loadConfigured(job) : loadTool(job.tool)));
