import { cancelBatch as operation } from '@rotamer/api/operations/batches/cancelBatch.ts';
import { batchIdOf } from '@rotamer/http/params/ids.ts';
import { SUBMIT_BUDGET_MS } from '@rotamer/http/request/budgets.ts';
import { presentBatch } from '@rotamer/present/presentBatch.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';

/** POST /batches/{batchId}/cancel: cancels active jobs and submits nothing more. */
export const cancelBatch = handler(operation, ({ batches }) => async (request, reply) => {
  const batchId = batchIdOf(request.params);
  // Not cancelled with the client, because a cancellation that has begun is completed.
  const scope = { ...callScope(request, reply, SUBMIT_BUDGET_MS), signal: undefined };
  const { batch, unsettledJobs } = await batches.cancel({ batchId }, scope);
  request.resourceOwner = batch!.createdBy;
  return { object: 'batch_cancellation' as const, unsettled_jobs: unsettledJobs, batch: presentBatch(batch!) };
});
