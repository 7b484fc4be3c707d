import type { FastifyReply } from 'fastify';

/** Everything comes from here, and nothing runs that is not a file of ours: no inline script or style, no eval. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // Drawings of molecules are made in the browser.
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/** For the page's own files. */
export const assetHeaders = { 'content-security-policy': policy, 'cross-origin-resource-policy': 'same-origin' };

/** Sends a page: for this visitor alone, and telling no other site where it was. */
export function answerPage(reply: FastifyReply, html: string): FastifyReply {
  return reply
    .headers({ ...assetHeaders, 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' })
    .header('x-robots-tag', 'noindex')
    .type('text/html; charset=utf-8')
    .send(html);
}
