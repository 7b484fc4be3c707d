import { enumName } from '@rotamer/kit/enumWord.ts';
import { Fault } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { CancelBatchRequest, CancelBatchResponse } from '@rotamer/proto/workflows/v1/batches.ts';
import { countUnsettled, currentAttempt, readOwnBatch } from '../../batches/batchStore.ts';
import { cancelReading } from '../../commands/cancelReading.ts';
import type { Deps } from '../../deps.ts';
import { isFinal } from '../../engine/attempt.ts';
import { settleAttempt } from '../../work/stopChildren.ts';

/** Time kept back for the response when there are many jobs. */
const ANSWER_MS = 3_000;

/**
 * Cancels a batch and its jobs. Withdraws submissions in flight, so no job of the batch begins afterwards, except those counted as
 * unsettled. A repeat returns the current state.
 */
export function cancelBatch(
  deps: Pick<Deps, 'db' | 'clock' | 'changeAttempt' | 'jobs' | 'signals'>,
): Rpc<CancelBatchRequest, CancelBatchResponse> {
  return async ({ batchId }, { caller, signal, deadlineMs, log }) => {
    const batch = await readOwnBatch(deps.db, batchId, caller);
    if (await cancelReading(deps, batch.id))
      return { batch: await readOwnBatch(deps.db, batchId, caller), unsettledJobs: 0 };
    const attemptId = await currentAttempt(deps.db, batch.id);
    const state = await deps.changeAttempt(attemptId, (_, { state: { status } }) => {
      if (isFinal(status) && status !== 'CANCELLED') throw ended(status);
      return [{ type: 'cancel' }];
    });
    if (!state) throw ended(enumName('BATCH_STATUS', batch.status));
    try {
      const attempt = { id: attemptId, workspaceId: batch.workspaceId };
      await settleAttempt(deps, attempt, { signal, untilMs: deadlineMs - ANSWER_MS });
    } catch (error) {
      log.warn({ err: error, batch_id: batchId }, 'jobs not cancelled; the loop will cancel them');
    }
    return {
      batch: await readOwnBatch(deps.db, batchId, caller),
      unsettledJobs: await countUnsettled(deps.db, attemptId),
    };
  };
}

function ended(status: string): Fault {
  return new Fault('conflict', 'The batch has ended.', { details: { current_status: status } });
}
