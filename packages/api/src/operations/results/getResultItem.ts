import { operation } from '../../operation/operation.ts';
import { bytesResponses, rangeHeaders } from '../../schemas/bytes.ts';

/** GET /results/{jobId}/items/{itemId}: the bytes of one artifact of a result. */
export const getResultItem = operation({
  id: 'getResultItem',
  method: 'GET',
  path: '/results/{jobId}/items/{itemId}',
  access: { scope: 'jobs:read', role: 'viewer', limited: 'named' },
  tag: 'Results',
  summary: 'Download a result item',
  description:
    '`itemId` is the `key` of a file or the `id` of a structured item. For an item that describes a file the file is returned, otherwise its value as JSON. Files support byte ranges.',
  headers: rangeHeaders,
  responses: bytesResponses,
  errors: ['not_found', 'job_not_completed', 'range_not_satisfiable'],
  sample: {
    curl: '-o properties.tsv ',
    cli: 'results download JOB_ID --name properties.tsv',
    typescript: `const results = await rotamer.jobs.results('JOB_ID');
console.log(await results.text('properties.tsv'));`,
    python: `results = client.jobs.results("JOB_ID")
print(results.read("properties.tsv").decode())`,
  },
});
