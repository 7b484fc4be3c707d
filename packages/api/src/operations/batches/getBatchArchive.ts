import { Type } from 'typebox';
import { operation } from '../../operation/operation.ts';
import { compressionQuery, rangeHeaders, tarResponses } from '../../schemas/bytes.ts';

const line = (description: string) => Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, description }));

const query = Type.Object(
  {
    first_line: line('Only submissions from this line on'),
    last_line: line('Only submissions up to this line'),
    ...compressionQuery,
  },
  { additionalProperties: false },
);

const description = [
  'A tar archive like that of a job: a folder for each submission that has a result now, named after its `custom_id`, and `manifest.json` with the job of each folder and the errors of the submissions that failed.',
  'An archive has at most 20,000 files; a larger batch comes in parts, by `first_line` and `last_line`.',
  'The bytes change only when further results arrive, so a download that was cut off goes on with `Range` and `If-Range`.',
].join(' ');

/** GET /batches/{batchId}/archive: the results of a batch so far as one tar archive. */
export const getBatchArchive = operation({
  id: 'getBatchArchive',
  method: 'GET',
  path: '/batches/{batchId}/archive',
  access: { scope: 'jobs:read', role: 'viewer', limited: 'named' },
  tag: 'Batches',
  summary: 'Download the results of a batch',
  description,
  query,
  headers: rangeHeaders,
  responses: tarResponses,
  errors: ['not_found', 'range_not_satisfiable'],
  sample: {
    curl: '-o batch.tar ',
    cli: 'batches archive BATCH_ID -o batch.tar',
    uses: { '@rotamer/client': ['Rotamer'], '@rotamer/client/download': ['downloadArchive'] },
    typescript: `await downloadArchive(rotamer.batches, 'BATCH_ID', 'batch.tar');`,
    python: `path = client.batches.archive("BATCH_ID", "batch.tar")
print(path.stat().st_size)`,
  },
});
