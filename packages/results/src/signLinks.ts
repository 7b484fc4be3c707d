import { createBaseUrl } from '@rotamer/http/server/baseUrl.ts';
import type { Blobs } from '@rotamer/kit/blobs/blobs.ts';
import type { FastifyRequest } from 'fastify';

/** How long a download link is valid, in seconds. */
export const LINK_SECONDS = 15 * 60;

/**
 * Returns a function that signs download links for a client. Links of the fs blob store get the base URL of the client's request;
 * links of an S3 server stay unchanged.
 */
export function createLinkSigner(blobs: Pick<Blobs, 'signedUrl'>, publicUrl: string) {
  const baseUrl = createBaseUrl(publicUrl);
  return (request: FastifyRequest): Blobs['signedUrl'] => {
    const base = baseUrl(request);
    return async (key, options) => {
      const url = await blobs.signedUrl(key, options);
      return url.startsWith(`${publicUrl}/blobs/`) ? base + url.slice(publicUrl.length) : url;
    };
  };
}
