import { getBatchArchive as operation } from '@rotamer/api/operations/batches/getBatchArchive.ts';
import { batchIdOf } from '@rotamer/http/params/ids.ts';
import { validationFault } from '@rotamer/kit/errors/fault.ts';
import { batchArchive } from '@rotamer/results/archive/batchArchive.ts';
import { sendArchive } from '@rotamer/results/archive/sendArchive.ts';
import { batchFailures, batchResults } from '@rotamer/results/batches/batchResults.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';

/** GET /batches/{batchId}/archive: the results so far as one tar archive, complete or a range. */
export const getBatchArchive = handler(operation, (readers) => async (request, reply) => {
  const { first_line: first, last_line: last, compression } = request.query;
  if (first !== undefined && last !== undefined && first > last)
    throw validationFault([{ path: 'last_line', message: 'must not be before first_line' }]);
  const scope = callScope(request, reply);
  const batchId = batchIdOf(request.params);
  const batch = await readers.batches.get({ batchId }, scope);
  const lines = { batchId, first, last };
  const failed = await batchFailures(readers, lines, scope);
  const files = await batchArchive(batch, batchResults(readers, lines, scope), failed, readers.results.manifest);
  const name = first === undefined && last === undefined ? batchId : `${batchId}_${first ?? 1}-${last ?? batch.items}`;
  return await sendArchive(request, reply, { name, files, blobs: readers.blobs, compression });
});
