import { attemptPrefix, jobPrefix } from '@rotamer/kit/results/resultManifest.ts';
import { isTerminal, type Job } from './job.ts';

/**
 * The prefix of the bytes that nobody owns after a change of a job: those of an attempt that is over without a result,
 * or all of a job that ended without one. Undefined: there are none.
 */
export function abandonedPrefix(before: Job, after: Job): string | undefined {
  const { workspaceId, id, attempt } = before;
  if (isTerminal(before.status) || attempt === 0) return undefined;
  if (isTerminal(after.status)) return after.manifest ? undefined : jobPrefix(workspaceId, id);
  const isOver = before.status === 'PROCESSING' && after.status !== 'PROCESSING';
  return isOver ? attemptPrefix(workspaceId, id, attempt) : undefined;
}
