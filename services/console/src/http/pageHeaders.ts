import { assetHeaders } from '@rotamer/http/pages/answerPage.ts';
import { securityHeaders } from '@rotamer/pages/static/securityHeaders.ts';

/** The headers of every response. A page is never cached: it shows what one person may see. */
export const pageHeaders: Readonly<Record<string, string>> = {
  ...securityHeaders(),
  ...assetHeaders,
  'cache-control': 'private, no-store',
  'referrer-policy': 'same-origin',
  'x-robots-tag': 'noindex',
};
