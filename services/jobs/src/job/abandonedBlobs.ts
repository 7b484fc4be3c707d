import { attemptPrefix, jobPrefix } from '@rotamer/domain/results/resultManifest.ts';
import { isTerminal, type Job } from './job.ts';

/**
 * Returns the prefix of the bytes that no job owns after a change: those of an attempt that ended without a result, or
 * all bytes of a job that ended without one. Returns undefined if there are none.
 */
export function abandonedPrefix(before: Job, after: Job): string | undefined {
  const { workspaceId, id, attempt } = before;
  if (isTerminal(before.status) || attempt === 0) return undefined;
  if (isTerminal(after.status)) return after.manifest ? undefined : jobPrefix(workspaceId, id);
  const isOver = before.status === 'PROCESSING' && after.status !== 'PROCESSING';
  return isOver ? attemptPrefix(workspaceId, id, attempt) : undefined;
}
