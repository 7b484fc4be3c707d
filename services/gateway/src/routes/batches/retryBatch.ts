import { retryBatch as operation } from '@rotamer/api/operations/batches/retryBatch.ts';
import { capMillicredits } from '@rotamer/api/requests/readInputs.ts';
import { batchIdOf } from '@rotamer/http/params/ids.ts';
import { SUBMIT_BUDGET_MS } from '@rotamer/http/request/budgets.ts';
import { readIdempotencyKey } from '@rotamer/http/route/idempotencyKey.ts';
import { presentBatch } from '@rotamer/present/presentBatch.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';
import { batchKey } from './createBatch.ts';

/** POST /batches/{batchId}/retry: submits again what has no result, once per idempotency key. */
export const retryBatch = handler(operation, ({ batches }) => async (request, reply) => {
  const retry = {
    batchId: batchIdOf(request.params),
    submissionId: batchKey(request, 'batch retry', readIdempotencyKey(request.headers)),
    maxMillicredits: capMillicredits(request.body.max_credits),
  };
  // Not cancelled with the client, because a retry that has begun is completed.
  const scope = { ...callScope(request, reply, SUBMIT_BUDGET_MS), signal: undefined };
  const { batch, replayed } = await batches.retry(retry, scope);
  if (replayed) reply.header('idempotent-replayed', 'true');
  return reply.code(replayed ? 200 : 202).send(presentBatch(batch!));
});
