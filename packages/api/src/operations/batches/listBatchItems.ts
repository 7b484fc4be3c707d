import { Type } from 'typebox';
import { operation } from '../../operation/operation.ts';
import { batchItemList, batchItemStatuses } from '../../schemas/batch.ts';
import { oneOf, ref } from '../../schemas/build.ts';
import { cursorQuery } from '../../schemas/page.ts';

const query = Type.Object(
  { ...cursorQuery, status: Type.Optional(oneOf(batchItemStatuses, 'Only items with this status')) },
  { additionalProperties: false },
);

/** GET /batches/{batchId}/items: in the order of the submissions. */
export const listBatchItems = operation({
  id: 'listBatchItems',
  method: 'GET',
  path: '/batches/{batchId}/items',
  access: { scope: 'jobs:read', role: 'viewer', limited: 'named' },
  tag: 'Batches',
  summary: 'List the submissions of a batch, each with its last job',
  query,
  responses: { 200: { body: ref(batchItemList) } },
  errors: ['not_found'],
  sample: { query: { status: 'FAILED' } },
});
