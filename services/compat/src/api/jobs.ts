import type { PublicJob } from '@rotamer/api/schemas/job.ts';
import { ApiError } from './apiError.ts';
import type { Api } from './gateway.ts';

const PREFIX = 'job_';

/** What follows the prefix of a job's id: 26 characters of base32. */
const TAIL = /^[0-9a-z]{26}$/;

/** Returns a job's id without its prefix, from which protocols make their ids. */
export function tailOf(jobId: string): string {
  return jobId.slice(PREFIX.length);
}

/** Returns the job's id of such a tail, in lower or upper case; undefined for other texts. */
export function jobIdOf(tail: string): string | undefined {
  const lower = tail.toLowerCase();
  return TAIL.test(lower) ? `${PREFIX}${lower}` : undefined;
}

const ENDED = ['COMPLETED', 'FAILED', 'TIMEOUT', 'CANCELLED', 'BUDGET_EXCEEDED'];

/** Returns whether a job has ended, with any outcome. */
export function hasEnded(status: string): boolean {
  return ENDED.includes(status);
}

/** Returns a job of one of these tools; undefined if the caller has none with this id. */
export async function findJob(api: Api, jobId: string | undefined, ...tools: string[]): Promise<PublicJob | undefined> {
  if (jobId === undefined) return undefined;
  const job = await api.job(jobId).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'not_found') return undefined;
    throw error;
  });
  return job && tools.includes(job.tool) ? job : undefined;
}
