import { continueBatch as operation } from '@rotamer/api/operations/batches/continueBatch.ts';
import { capMillicredits } from '@rotamer/api/requests/readInputs.ts';
import { batchIdOf } from '@rotamer/http/params/ids.ts';
import { presentBatch } from '@rotamer/present/presentBatch.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';

/** POST /batches/{batchId}/continue: continues a paused batch. */
export const continueBatch = handler(operation, ({ batches }) => async (request, reply) => {
  const batchId = batchIdOf(request.params);
  const maxMillicredits = capMillicredits(request.body.max_credits);
  return presentBatch(await batches.continue({ batchId, maxMillicredits }, callScope(request, reply)));
});
