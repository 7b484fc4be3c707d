import type { FastifyReply } from 'fastify';

/** CSP directives: only files from this origin; no inline script or style, no eval. */
const directives = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // Molecules are drawn in the browser, and images of results are data URLs.
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/** Headers of pages and of their own files. */
export const assetHeaders = { 'content-security-policy': directives, 'cross-origin-resource-policy': 'same-origin' };

/** Sends a page that is not cached, not indexed and sends no referrer. `own`: headers that replace the usual ones. */
export function answerPage(reply: FastifyReply, html: string, own: Record<string, string> = {}): FastifyReply {
  return reply
    .headers({ ...assetHeaders, 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer', ...own })
    .header('x-robots-tag', 'noindex')
    .type('text/html; charset=utf-8')
    .send(html);
}
