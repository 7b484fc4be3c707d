import { attachment } from '@rotamer/kit/blobs/attachment.ts';
import { verifyBlobUrl } from '@rotamer/kit/blobs/signedUrl.ts';
import { Fault, notFound } from '@rotamer/kit/errors/fault.ts';
import { sendBytes } from '@rotamer/results/sendBytes.ts';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';

/**
 * GET /blobs/{key}: the signed downloads of the fs blob store, complete or a range. Always sent as an attachment, because uploaded
 * content must never run as part of this site.
 */
export function downloadBlob(
  app: FastifyInstance,
  { blobs, blobsSecret, clock }: Pick<Deps, 'blobs' | 'clock'> & { blobsSecret: string },
): void {
  type Download = { Params: { '*': string }; Querystring: Record<string, unknown> };
  app.get<Download>('/blobs/*', { config: { unlimited: true } }, async (request, reply) => {
    const allowed = verifyBlobUrl(request.params['*'], request.query, blobsSecret, clock());
    if (!allowed) {
      throw new Fault('forbidden', 'The download link is invalid or has expired.', {
        resolution: 'Get the result again for a new link.',
      });
    }
    const headers = {
      'content-type': allowed.contentType,
      'content-disposition': attachment(allowed.fileName),
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-store',
    };
    if (!(await sendBytes(request, reply, { blobs, ...allowed, headers }))) throw notFound('file');
    return reply;
  });
}
