import { createHmac, timingSafeEqual } from 'node:crypto';
import { derivedKey } from '@rotamer/kit/derivedKey.ts';

export interface ShareLinksOptions {
  /** URL at which users reach the gateway. */
  publicUrl: string;
  secret: string;
}

/** The links to the page of a shared job. */
export interface ShareLinks {
  /** Returns the URL of the page; with `shareId`, including the token that opens the page for that invited person. */
  link(jobId: string, shareId?: string): string;
  /** Returns whether a token belongs to a share, in constant time. */
  opens(token: string, shareId: string): boolean;
}

/**
 * Creates links with tokens. The token of an invitation is the HMAC-SHA256 of its share id, with a key only for
 * these tokens. It is not stored, and is valid as long as its share exists.
 */
export function createShareLinks({ publicUrl, secret }: ShareLinksOptions): ShareLinks {
  const base = publicUrl.replace(/\/$/, '');
  const key = derivedKey(secret, 'share tokens');
  const tokenOf = (shareId: string) => createHmac('sha256', key).update(shareId).digest('base64url');
  return {
    link: (jobId, shareId) => `${base}/share/${jobId}${shareId ? `?t=${tokenOf(shareId)}` : ''}`,
    opens(token, shareId) {
      const [given, expected] = [Buffer.from(token), Buffer.from(tokenOf(shareId))];
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}
