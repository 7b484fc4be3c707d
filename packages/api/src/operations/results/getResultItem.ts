import { Type } from 'typebox';
import { operation } from '../../operation/operation.ts';
/** Media type of every download, so that no browser renders or runs it. */
export const BINARY = 'application/octet-stream';

const bytes = Type.String({ format: 'binary' });

const bytesHeaders = {
  'Accept-Ranges': { type: 'string', description: '`bytes`, for a file' },
  ETag: { type: 'string', description: 'SHA-256 of a file, in quotes' },
};

const rangeHeaders = Type.Object({
  Range: Type.Optional(
    Type.String({
      description: 'One range of bytes, such as `bytes=1000-`; other forms are ignored',
      examples: ['bytes=0-'],
    }),
  ),
  'If-Range': Type.Optional(Type.String({ description: 'An ETag; `Range` is ignored if the file has another one' })),
});

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
  responses: {
    200: { description: 'The bytes', headers: bytesHeaders, body: bytes, type: BINARY },
    206: {
      description: 'The requested range of a file',
      headers: { ...bytesHeaders, 'Content-Range': { type: 'string' } },
      body: bytes,
      type: BINARY,
    },
  },
  errors: ['not_found', 'job_not_completed'],
  sample: {
    curl: '-o properties.tsv ',
    cli: 'results download JOB_ID --name properties.tsv',
    typescript: `const results = await rotamer.jobs.results('JOB_ID');
console.log(await results.text('properties.tsv'));`,
    python: `results = client.jobs.results("JOB_ID")
print(results.read("properties.tsv").decode())`,
  },
});
