import { listBatchItems as operation } from '@rotamer/api/operations/batches/listBatchItems.ts';
import { PAGE } from '@rotamer/api/schemas/page.ts';
import { batchIdOf } from '@rotamer/http/params/ids.ts';
import { presentPage, readCursor } from '@rotamer/http/params/page.ts';
import { presentBatchItem } from '@rotamer/present/presentBatch.ts';
import { ChildStatus } from '@rotamer/proto/workflows/v1/workflow.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';

/** The contents of a cursor: the number of a line. */
const LINE = /^\d{1,9}$/;

/** GET /batches/{batchId}/items: in the order of the submissions. */
export const listBatchItems = handler(
  operation,
  ({ batches }) =>
    async (request, reply) => {
      const { limit = PAGE, starting_after, status } = request.query;
      const afterLine = Number(readCursor((text) => LINE.test(text), starting_after));
      const asked = { batchId: batchIdOf(request.params), limit, afterLine, status: status && ChildStatus[status] };
      const { items, hasMore } = await batches.listItems(asked, callScope(request, reply));
      return presentPage(
        items.map((item) => ({ ...item, id: String(item.line) })),
        hasMore,
        presentBatchItem,
      );
    },
  { importance: 'list' },
);
