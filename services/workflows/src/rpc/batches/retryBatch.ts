import type { Queryable } from '@rotamer/kit/db/db.ts';
import { transaction } from '@rotamer/kit/db/transaction.ts';
import { enumName } from '@rotamer/kit/enumWord.ts';
import { Fault } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { requireValid, uuid } from '@rotamer/kit/grpc/validate.ts';
import { newId } from '@rotamer/kit/ids.ts';
import { OUTBOX_SIGNAL } from '@rotamer/kit/outbox/outbox.ts';
import type { Batch } from '@rotamer/proto/workflows/v1/batch.ts';
import type { RetryBatchRequest, RetryBatchResponse } from '@rotamer/proto/workflows/v1/batches.ts';
import { currentAttempt, raiseCap, readOwnBatch } from '../../batches/batchStore.ts';
import { batchBudget, insertBatchAttempt } from '../../batches/beginBatch.ts';
import { beginUncapped, tryBeginCapped } from '../../commands/beginAttempt.ts';
import { publishRun } from '../../commands/publishRun.ts';
import { LINES } from '../../definition/graph.ts';
import { limits } from '../../definition/limits.ts';
import type { Deps } from '../../deps.ts';
import { type AttemptStatus, isFinal } from '../../engine/attempt.ts';
import { fingerprintOf, readSubmission, recordSubmission } from '../../runs/submissions.ts';
import { batchRevision } from '../../workflow/revisions.ts';
import { maxProblem } from '../start.ts';
import { notHigher } from './continueBatch.ts';

type RetryDeps = Pick<Deps, 'db' | 'clock' | 'signals' | 'billing' | 'changeAttempt'>;

/** Submits the lines of an ended batch again that have no result. The batch keeps its budget, which may be raised. */
export function retryBatch(deps: RetryDeps): Rpc<RetryBatchRequest, RetryBatchResponse> {
  return async (request, context) => {
    const { caller, traceparent } = context;
    requireValid(uuid('idempotency_key', request.submissionId), maxProblem(request.maxMillicredits));
    const batch = await readOwnBatch(deps.db, request.batchId, caller);
    const submission = {
      id: request.submissionId,
      workspaceId: caller.workspaceId,
      fingerprint: fingerprintOf(request),
    };
    const answer = async (replayed: boolean) => ({ batch: await readOwnBatch(deps.db, batch.id, caller), replayed });
    if (await readSubmission(deps.db, submission)) return answer(true);
    refuseUnretried(batch);
    requireValid(notHigher(request.maxMillicredits, batch));
    const now = deps.clock();
    const [id, runId, last] = [newId('att', now), batch.id, await currentAttempt(deps.db, batch.id)];
    const budget = batchBudget(runId, request.maxMillicredits ?? batch.maxMillicredits);
    const wanted = await transaction(deps.db, async (tx) => {
      if (await recordSubmission(tx, { ...submission, runId, attemptId: id })) return undefined;
      const total = await takeFailed(tx, runId, last, id);
      if (budget) await raiseCap(tx, runId, budget.capMillicredits);
      const common = { id, runId, workspaceId: batch.workspaceId, traceparent, now };
      const attempt = { ...common, number: batch.attempts + 1, mode: 'FROM_START' as const, budget, startedBy: caller };
      await insertBatchAttempt(tx, attempt, total);
      await publishRun(tx, { runId, traceparent }, 'RETRIED', now);
      return beginUncapped(tx, attempt, batchRevision, deps.clock);
    });
    if (!wanted) return answer(true);
    for (const signal of [...wanted, OUTBOX_SIGNAL]) deps.signals.send(signal);
    if (budget) await tryBeginCapped(deps, { id, workspaceId: batch.workspaceId, budget }, context);
    return answer(false);
  };
}

function refuseUnretried({ status, attempts, problems }: Batch): void {
  const current = enumName<AttemptStatus>('BATCH_STATUS', status);
  const details = { current_status: current };
  if (!isFinal(current))
    throw new Fault('conflict', 'The batch has not ended.', {
      resolution: 'Wait until the batch has ended, or cancel it.',
      details,
    });
  if (attempts === 0)
    throw new Fault('conflict', 'The batch was never submitted.', {
      resolution: problems.length > 0 ? 'Correct the file, and start another batch.' : 'Start another batch.',
      details,
    });
  if (attempts >= limits.attemptsPerRun)
    throw new Fault('conflict', `The batch has reached its limit of ${attempts} attempts.`, {
      resolution: 'Start another batch with the lines that have no result.',
      details: { reason: 'too_many_attempts' },
    });
}

/**
 * Makes an attempt the batch's current one, and moves the lines without a result to it. Returns their number. The jobs of the last attempt
 * must have ended, so that no line has two jobs at the same time.
 */
async function takeFailed(tx: Queryable, runId: string, last: string, next: string): Promise<number> {
  await tx.query('select from attempts where id = $1 for update', [last]);
  const { rows } = await tx.query(
    `select (select count(*)::int from children where attempt_id = $1 and state in ('LAUNCHING', 'ACTIVE', 'ENDED')) as unsettled,
       (select attempt_id from runs where id = $2 for update) as current`,
    [last, runId],
  );
  if (rows[0].current !== last) throw conflict('Another attempt of the batch has already started.', 'already_retried');
  if (rows[0].unsettled > 0) throw conflict('Jobs of the last attempt have not ended yet.', 'not_settled');
  const { rowCount } = await tx.query(
    `update batch_lines l set attempt_id = $3, n = f.n
     from (
       select b.line, row_number() over (order by b.line) - 1 as n
       from batch_lines b left join children c on c.attempt_id = b.attempt_id and c.node_id = $4 and c.n = b.n
       where b.run_id = $1 and b.attempt_id = $2 and c.state is distinct from 'DONE'
     ) f
     where l.run_id = $1 and l.line = f.line`,
    [runId, last, next, LINES],
  );
  if (!rowCount) throw conflict('Every line of the batch has a result.', 'nothing_failed');
  await tx.query('update runs set attempt_id = $2 where id = $1', [runId, next]);
  return rowCount;
}

function conflict(message: string, reason: string): Fault {
  return new Fault('conflict', message, { details: { reason } });
}
