import { securityHeaders } from '@rotamer/pages/static/securityHeaders.ts';

/** CSP directives: only files from this origin; no inline script or style, no eval. Molecules and images of results are data URLs. */
const directives = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/** The headers of every response. A page is never cached: it shows what one person may see. */
export const pageHeaders: Readonly<Record<string, string>> = {
  ...securityHeaders(),
  'content-security-policy': directives,
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'private, no-store',
  'referrer-policy': 'same-origin',
  'x-robots-tag': 'noindex',
};
