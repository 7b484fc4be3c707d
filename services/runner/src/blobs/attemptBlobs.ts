import type { Readable } from 'node:stream';
import type { StoredBlob } from '@rotamer/kit/blobs/blobs.ts';

/** The operations that an attempt may use on the blob store. */
export interface AttemptBlobs {
  /** Returns undefined if there is no such object. The caller must read or destroy the body. */
  get(key: string, signal: AbortSignal): Promise<{ body: Readable } | undefined>;
  /** Stores the bytes of `read`, which may be called more than once. The object exists only when this returns. */
  put(key: string, read: () => Promise<Readable | Uint8Array>, signal: AbortSignal): Promise<StoredBlob>;
}

/** A failure that looks permanent, in contrast to an outage: it is given up after a few tries. */
export class LastingFailure extends Error {
  override name = 'LastingFailure';
}
