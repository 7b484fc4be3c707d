import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SignedUrlOptions } from './blobs.ts';

/** What a signed URL of the `fs` driver allows: GET of one object under one file name, until it expires. */
export interface SignedDownload {
  key: string;
  fileName: string;
  contentType: string;
  /** Hex; absent when the digest was unknown at signing. */
  sha256?: string;
}

/** Returns `{url}?exp&name&type[&sha256]&sig`, where sig is HMAC-SHA256 over the method, the key and all other parameters. */
export function signBlobUrl(url: string, key: string, options: SignedUrlOptions, secret: string, now: Date): string {
  const { fileName, contentType, sha256, expiresInSeconds } = options;
  const exp = String(Math.floor(now.getTime() / 1000) + expiresInSeconds);
  const query = new URLSearchParams({ exp, name: fileName, type: contentType, ...(sha256 && { sha256 }) });
  query.set('sig', signature(secret, key, exp, fileName, contentType, sha256));
  return `${url}?${query}`;
}

/** Returns the download that a query allows, or undefined when the query has expired, was altered or was never signed. */
export function verifyBlobUrl(
  key: string,
  query: Record<string, unknown>,
  secret: string,
  now: Date,
): SignedDownload | undefined {
  const { exp, name, type, sha256, sig, ...unknown } = query;
  if (Object.keys(unknown).length > 0) return undefined;
  if (![exp, name, type, sig].every((value) => typeof value === 'string')) return undefined;
  if (sha256 !== undefined && typeof sha256 !== 'string') return undefined;
  const expected = Buffer.from(signature(secret, key, exp as string, name as string, type as string, sha256));
  const given = Buffer.from(sig as string);
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) return undefined;
  if (now.getTime() / 1000 > Number(exp)) return undefined;
  return { key, fileName: name as string, contentType: type as string, sha256 };
}

function signature(secret: string, ...parts: (string | undefined)[]): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify(['GET', ...parts.filter((part) => part !== undefined)]))
    .digest('base64url');
}
