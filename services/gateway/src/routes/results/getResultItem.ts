import { attachment } from '@rotamer/kit/blobs/attachment.ts';
import { notFound } from '@rotamer/kit/fault.ts';
import { Type } from 'typebox';
import { policy } from '../../access/policy.ts';
import type { Api } from '../../api.ts';
import type { Dependencies } from '../../dependencies.ts';
import { callScope } from '../../http/callScope.ts';
import { jobIdOf } from '../../http/jobId.ts';
import { findItem } from '../../results/findItem.ts';
import { errors } from '../../schemas/error.ts';

const BYTES = 'application/octet-stream';

/** GET /results/{jobId}/items/{itemId}: the bytes of one artifact of a result. */
export function getResultItem(app: Api, { jobs, blobs, readManifest }: Dependencies): void {
  app.get(
    '/results/:jobId/items/:itemId',
    {
      config: { access: policy.getResultItem },
      schema: {
        operationId: 'getResultItem',
        summary: 'The bytes of one artifact',
        description:
          'By the `key` of a file, or the `id` of a structured item: the file that it describes, else its value as JSON.',
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
      const item = findItem(await readManifest(job!.manifest!), request.params.itemId);
      if (!item) throw notFound('result item');
      reply.type(BYTES);
      if ('value' in item) return reply.send(Buffer.from(JSON.stringify(item.value)));
      const blob = await blobs.get(item.file.key);
      if (!blob) throw new Error(`no artifact at ${item.file.key}`);
      return reply
        .headers({ 'content-length': blob.size, 'content-disposition': attachment(item.file.name) })
        .send(blob.body);
    },
  );
}
