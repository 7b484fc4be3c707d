import type { IncomingHttpHeaders } from 'node:http';
import type { BlobRange } from '@rotamer/kit/blobs/blobs.ts';

const ONE_RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/;

/**
 * Returns the part of a body that a request asks for (RFC 9110, 14.2). Undefined means the whole body; it is also returned for
 * several ranges, for any range of an empty body, and when `If-Range` names another ETag than this one. `outside` means that the
 * range has no byte of the body.
 */
export function wantedRange(
  headers: IncomingHttpHeaders,
  size: number,
  etag: string | undefined,
): BlobRange | 'outside' | undefined {
  const [, first, last] = ONE_RANGE.exec(headers.range ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined;
  const condition = headers['if-range'];
  if (size === 0 || (condition !== undefined && condition !== etag)) return undefined;
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined;
  // `-500` requests the last 500 bytes.
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return start <= end ? { start, end } : 'outside';
}
