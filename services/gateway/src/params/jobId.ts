import { notFound } from '@rotamer/kit/errors/fault.ts';
import { isId } from '@rotamer/kit/ids.ts';

/** The job id in a path; a malformed one is not_found, without a call. */
export function jobIdOf({ jobId }: { jobId: string }): string {
  if (!isId('job', jobId)) throw notFound('job');
  return jobId;
}
