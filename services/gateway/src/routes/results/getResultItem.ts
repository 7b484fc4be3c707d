import { errors } from '@rotamer/api/schemas/error.ts';
import { Type } from 'typebox';
import type { Deps } from '../../deps.ts';
import { callScope } from '../../request/callScope.ts';
import { BYTES, sendItem } from '../../results/sendItem.ts';
import type { Api } from '../apiInstance.ts';
import { jobIdOf } from '../jobs/jobId.ts';

const bytes = { [BYTES]: { schema: Type.String({ format: 'binary' }) } };

const rangeHeaders = Type.Object({
  Range: Type.Optional(
    Type.String({
      description: 'One range of bytes, such as `bytes=1000-`; any other is ignored',
      examples: ['bytes=0-'],
    }),
  ),
  'If-Range': Type.Optional(Type.String({ description: 'An ETag; with another one `Range` is ignored' })),
});

const bytesHeaders = {
  'Accept-Ranges': { type: 'string', description: '`bytes`, for a file' },
  ETag: { type: 'string', description: 'SHA-256 of a file, in quotes' },
};

/** GET /results/{jobId}/items/{itemId}: the bytes of one artifact of a result. */
export function getResultItem(app: Api, { jobs, blobs, results }: Deps): void {
  app.get(
    '/results/:jobId/items/:itemId',
    {
      config: { operation: 'getResultItem' },
      schema: {
        summary: 'Download a result item',
        description:
          '`itemId` is the `key` of a file or the `id` of a structured item. For an item that describes a file the file is returned, otherwise its value as JSON. A file can be read from a byte on.',
        tags: ['Results'],
        params: Type.Object({ jobId: Type.String(), itemId: Type.String() }),
        headers: rangeHeaders,
        response: {
          200: { description: 'The bytes', headers: bytesHeaders, content: bytes },
          206: {
            description: 'The part of a file that `Range` asks for',
            headers: { ...bytesHeaders, 'Content-Range': { type: 'string' } },
            content: bytes,
          },
          ...errors('not_found', 'job_not_completed'),
        },
      },
    },
    async (request, reply) => {
      const { job } = await jobs.getResult({ jobId: jobIdOf(request.params) }, callScope(request, reply));
      return await sendItem(request, reply, job!.manifest!, request.params.itemId, { results, blobs });
    },
  );
}
