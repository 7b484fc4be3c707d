import { notFound } from '@rotamer/kit/errors/fault.ts';
import { isId } from '@rotamer/kit/ids.ts';

/** The run id in a path; a malformed one is not_found, without a call. */
export function runIdOf({ runId }: { runId: string }): string {
  if (!isId('run', runId)) throw notFound('workflow run');
  return runId;
}

/** Run and attempt as the workflows service takes them; a malformed id is not_found, without a call. */
export function readAttempt(params: { runId: string }, { attempt_id }: { attempt_id?: string }) {
  const runId = runIdOf(params);
  if (attempt_id !== undefined && !isId('att', attempt_id)) throw notFound('attempt of this run');
  return { runId, attemptId: attempt_id ?? '' };
}
