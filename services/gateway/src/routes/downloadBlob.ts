import { attachment } from '@rotamer/kit/blobs/attachment.ts';
import { verifyBlobUrl } from '@rotamer/kit/blobs/signedUrl.ts';
import { Fault, notFound } from '@rotamer/kit/errors/fault.ts';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';

/**
 * GET /blobs/{key}: the signed downloads of the fs blob store. Always a download and never a page: what a user uploaded
 * must not run as a part of this site.
 */
export function downloadBlob(
  app: FastifyInstance,
  { blobs, blobsSecret, clock }: Pick<Deps, 'blobs' | 'clock'> & { blobsSecret: string },
): void {
  type Download = { Params: { '*': string }; Querystring: Record<string, unknown> };
  app.get<Download>('/blobs/*', { config: { unlimited: true } }, async (request, reply) => {
    const allowed = verifyBlobUrl(request.params['*'], request.query, blobsSecret, clock());
    if (!allowed) {
      throw new Fault('forbidden', 'This link is not valid or has expired.', {
        resolution: 'Fetch the result again for a fresh link.',
      });
    }
    const blob = await blobs.get(allowed.key);
    if (!blob) throw notFound('file');
    return reply
      .headers({
        'content-type': allowed.contentType,
        'content-length': blob.size,
        'content-disposition': attachment(allowed.fileName),
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'private, no-store',
      })
      .send(blob.body);
  });
}
