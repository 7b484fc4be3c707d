import type { JobDetails, Tool } from '@rotamer/client';
import type { ShownLog } from './jobLog.ts';
import type { ShownResult } from './readResult.ts';

/** What the tabs of a job show. */
export interface JobContent {
  job: JobDetails;
  /** The contract of the tool; undefined when it no longer exists. */
  tool: Tool | undefined;
  /** Undefined while the job has not ended. */
  result: ShownResult | undefined;
  /** Read for its tab only; undefined where the tool keeps no log. */
  log?: ShownLog;
}
