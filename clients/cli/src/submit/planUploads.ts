import type { JobRequest } from '@rotamer/client';
import type { Assigned } from './assignSlots.ts';

/** The API accepts bodies of 512 KiB. The difference is left for the rest of the body. */
export const MAX_INLINE_BYTES = 480 * 1024;

/** Returns the number of bytes of a body as it is sent. */
export function bodyBytes(body: unknown): number {
  return Buffer.byteLength(JSON.stringify(body));
}

/**
 * Returns which sources to upload, largest first, so that the rest fits into a body. An uploaded file is one input; the service
 * counts its records.
 */
export function planUploads(
  body: Omit<JobRequest, 'input'>,
  assigned: readonly Assigned[],
  limit = MAX_INLINE_BYTES,
): Set<Assigned> {
  const uploads = new Set<Assigned>();
  const sizes = new Map(assigned.map((one) => [one, bodyBytes(one.inputs)]));
  let bytes = bodyBytes(body) + [...sizes.values()].reduce((sum, size) => sum + size, 0);
  for (const [one, size] of [...sizes].sort((a, b) => b[1] - a[1])) {
    if (bytes <= limit) break;
    uploads.add(one);
    bytes -= size - 500;
  }
  return uploads;
}
