import { createHmac, timingSafeEqual } from 'node:crypto';
import { derivedKey } from '@rotamer/kit/derivedKey.ts';

export interface ShareLinksOptions {
  /** Where users reach the gateway. */
  publicUrl: string;
  secret: string;
}

/** The links to the page of a shared job. */
export interface ShareLinks {
  /** Where the page is, and what opens it for the person of a share. */
  link(jobId: string, shareId?: string): string;
  /** Whether a token is that of a share; takes the same time whatever differs. */
  opens(token: string, shareId: string): boolean;
}

/**
 * The token of an invitation is HMAC-SHA256 of its share id, with a key used for nothing else. It is not stored, and is
 * valid as long as its share exists.
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
