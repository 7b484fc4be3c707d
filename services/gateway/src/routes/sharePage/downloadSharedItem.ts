import { notFound } from '@rotamer/kit/errors/fault.ts';
import { sendItem } from '@rotamer/results/sendItem.ts';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import type { AskToSignIn } from './askToSignIn.ts';
import type { OpenJob } from './openJob.ts';

type Item = { Params: { jobId: string; itemId: string } };

/** GET /share/{jobId}/items/{itemId}: the bytes of one artifact, for anyone who may see the page. */
export function downloadSharedItem(
  app: FastifyInstance,
  needs: Pick<Deps, 'blobs' | 'results'>,
  openJob: OpenJob,
  askToSignIn: AskToSignIn,
): void {
  app.get<Item>('/share/:jobId/items/:itemId', async (request, reply) => {
    const { itemId } = request.params;
    const job = await openJob(request, reply);
    if (!job) return askToSignIn(request, reply);
    if (!job.manifest) throw notFound('result item');
    return await sendItem(request, reply, job.manifest, itemId, needs);
  });
}
