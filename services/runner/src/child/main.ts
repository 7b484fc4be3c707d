import { loadTool } from '@rotamer/tools/loadTool.ts';
import { loadConfigured } from './loadConfigured.ts';
import { runJobs } from './runJobs.ts';

// In a bundle each built-in tool has its own program (deploy/bundle), and this one starts without them.
await runJobs((job) => (job.contract ? loadConfigured(job) : loadTool(job.tool)));
