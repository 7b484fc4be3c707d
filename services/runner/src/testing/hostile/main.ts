import { runJobs } from '../../child/runJobs.ts';
import { loadTool } from './catalogue.ts';

await runJobs(({ tool }) => loadTool(tool));
