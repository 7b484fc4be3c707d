import type { File, JobDetails, Tool } from '@rotamer/client';
import type { ShownLog } from './jobLog.ts';
import type { ShownResult } from './readResult.ts';

/** What the tabs of a job show. */
export interface JobContent {
  job: JobDetails;
  /** The contract of the tool; undefined when it no longer exists. */
  tool: Tool | undefined;
  /** Undefined while the job has not ended. */
  result: ShownResult | undefined;
  /** The saved files of the inputs. Read for their tab only. */
  inputFiles?: Pick<File, 'id' | 'filename'>[];
  /** Read for its tab only; undefined where the tool keeps no log. */
  log?: ShownLog;
}
