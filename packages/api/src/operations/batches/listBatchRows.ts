import { type Static, Type } from 'typebox';
import { operation } from '../../operation/operation.ts';
import { batchRowList } from '../../schemas/batch.ts';
import { oneOf, ref } from '../../schemas/build.ts';

const query = Type.Object(
  {
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1_000, default: 100, description: 'Most rows of a page' }),
    ),
    starting_after: Type.Optional(Type.String({ description: '`next_cursor` of the previous page' })),
    format: Type.Optional(
      oneOf(
        ['json', 'csv', 'jsonl'],
        'csv, jsonl: all rows of one port as one file, `custom_id` and `job_id` first; `limit` does not apply',
      ),
    ),
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
  description: [
    'In the order of the submissions, of those that have a result now. A page may have fewer rows than `limit`, also none, while `has_more` is true.',
    'A table as CSV or JSON lines is of one `port`, by default the first port of rows, if the tools have the same one. In CSV, lists and objects are JSON, a missing value is an empty cell, and a text that a spreadsheet would read as a formula begins with an apostrophe.',
  ].join(' '),
  query,
  responses: { 200: { body: ref(batchRowList), csv: true, jsonl: true } },
  errors: ['not_found'],
  sample: { query: { port: 'properties' } },
});
