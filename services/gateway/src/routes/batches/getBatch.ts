import { getBatch as operation } from '@rotamer/api/operations/batches/getBatch.ts';
import { batchIdOf } from '@rotamer/http/params/ids.ts';
import { presentBatch } from '@rotamer/present/presentBatch.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';

/** GET /batches/{batchId}: the state of a batch. */
export const getBatch = handler(operation, ({ batches }) => async (request, reply) => {
  return presentBatch(await batches.get({ batchId: batchIdOf(request.params) }, callScope(request, reply)));
});
