import { listBatches as operation } from '@rotamer/api/operations/batches/listBatches.ts';
import { presentPage, readPage } from '@rotamer/http/params/page.ts';
import { presentBatch } from '@rotamer/present/presentBatch.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';

/** GET /batches: newest first. */
export const listBatches = handler(
  operation,
  (dependencies) => async (request, reply) => {
    const page = readPage('batch', request.query);
    const { batches, hasMore } = await dependencies.batches.list(page, callScope(request, reply));
    return presentPage(batches, hasMore, presentBatch);
  },
  { importance: 'list' },
);
