import { type Static, Type } from 'typebox';
import { operation } from '../../operation/operation.ts';
import { batchRowList } from '../../schemas/batch.ts';
import { ref } from '../../schemas/build.ts';

const query = Type.Object(
  {
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1_000, default: 100, description: 'Most rows of a page' }),
    ),
    starting_after: Type.Optional(Type.String({ description: '`next_cursor` of the previous page' })),
    port: Type.Optional(Type.String({ minLength: 1, maxLength: 128, description: 'Only rows of this output port' })),
  },
  { additionalProperties: false },
);

export type RowQuery = Static<typeof query>;

/** GET /batches/{batchId}/rows: the rows of the results of all submissions. */
export const listBatchRows = operation({
  id: 'listBatchRows',
  method: 'GET',
  path: '/batches/{batchId}/rows',
  access: { scope: 'jobs:read', role: 'viewer', limited: 'named' },
  tag: 'Batches',
  summary: 'List the rows of all results of a batch',
  description:
    'In the order of the submissions, of those that have a result now. A page may have fewer rows than `limit`, also none, while `has_more` is true.',
  query,
  responses: { 200: { body: ref(batchRowList) } },
  errors: ['validation_error', 'not_found'],
  sample: { query: { port: 'properties' } },
});
