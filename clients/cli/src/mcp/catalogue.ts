import type { McpTool } from './tool.ts';
import { listCandidates } from './tools/listCandidates.ts';
import { listJobs } from './tools/listJobs.ts';
import { quoteJob } from './tools/quoteJob.ts';
import { readResult } from './tools/readResult.ts';
import { reviewCandidates } from './tools/reviewCandidates.ts';
import { searchTools } from './tools/searchTools.ts';
import { showTool } from './tools/showTool.ts';
import { submitJob } from './tools/submitJob.ts';
import { waitForJob } from './tools/waitForJob.ts';

/** All tools of the server, in the order in which they are used. */
export const mcpTools: readonly McpTool[] = [
  searchTools,
  showTool,
  quoteJob,
  submitJob,
  waitForJob,
  listJobs,
  readResult,
  listCandidates,
  reviewCandidates,
];
