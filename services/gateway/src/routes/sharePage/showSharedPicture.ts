import { attachment } from '@rotamer/kit/blobs/attachment.ts';
import { notFound } from '@rotamer/kit/errors/fault.ts';
import { isPicture } from '@rotamer/pages/viewers/shownFiles.ts';
import { sendBytes } from '@rotamer/results/sendBytes.ts';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import type { AskToSignIn } from './askToSignIn.ts';
import type { OpenJob } from './openJob.ts';

type Item = { Params: { jobId: string; itemId: string } };

/** A picture that is opened separately is saved as a file. As on the page, it cannot run or load anything. */
const headers = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'private, no-store',
};

/**
 * GET /share/{jobId}/pictures/{itemId}: an SVG with its own content type, only for the page. Browsers do not draw an SVG with the
 * content type of downloads.
 */
export function showSharedPicture(
  app: FastifyInstance,
  { blobs, results }: Pick<Deps, 'blobs' | 'results'>,
  openJob: OpenJob,
  askToSignIn: AskToSignIn,
): void {
  app.get<Item>('/share/:jobId/pictures/:itemId', async (request, reply) => {
    const { itemId } = request.params;
    const job = await openJob(request, reply);
    if (!job) return askToSignIn(request, reply);
    const { files } = job.manifest ? await results.manifest(job.manifest) : { files: [] };
    const file = files.find(({ id }) => id === itemId);
    if (!file || !isPicture(file)) throw notFound('picture');
    const { key, name, sha256 } = file;
    reply.type('image/svg+xml');
    const bytes = { blobs, key, sha256, headers: { ...headers, 'content-disposition': attachment(name) } };
    if (!(await sendBytes(request, reply, bytes))) throw new Error(`no artifact at ${key}`);
    return reply;
  });
}
