import { Type } from 'typebox';
import type { Deps } from '../../deps.ts';
import { callScope } from '../../request/callScope.ts';
import { BYTES, sendItem } from '../../results/sendItem.ts';
import { errors } from '../../schemas/error.ts';
import type { Api } from '../apiInstance.ts';
import { jobIdOf } from '../jobs/jobId.ts';

/** GET /results/{jobId}/items/{itemId}: the bytes of one artifact of a result. */
export function getResultItem(app: Api, { jobs, blobs, results }: Deps): void {
  app.get(
    '/results/:jobId/items/:itemId',
    {
      config: { operation: 'getResultItem' },
      schema: {
        summary: 'Download a result item',
        description:
          '`itemId` is the `key` of a file or the `id` of a structured item. For an item that describes a file the file is returned, otherwise its value as JSON.',
        tags: ['Results'],
        params: Type.Object({ jobId: Type.String(), itemId: Type.String() }),
        response: {
          200: { description: 'The bytes', content: { [BYTES]: { schema: Type.String({ format: 'binary' }) } } },
          ...errors('not_found', 'job_not_completed'),
        },
      },
    },
    async (request, reply) => {
      const { job } = await jobs.getResult({ jobId: jobIdOf(request.params) }, callScope(request, reply));
      return await sendItem(reply, job!.manifest!, request.params.itemId, { results, blobs });
    },
  );
}
