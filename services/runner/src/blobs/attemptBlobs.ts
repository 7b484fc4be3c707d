import type { Readable } from 'node:stream';
import type { StoredBlob } from '@rotamer/kit/blobs/blobs.ts';

/** All that an attempt may do in the blob store. */
export interface AttemptBlobs {
  /** Undefined: no such object. The body must be read or destroyed. */
  get(key: string, signal: AbortSignal): Promise<{ body: Readable } | undefined>;
  /** Stores what `read` gives, which may be asked for more than once; the object exists only when this returns. */
  put(key: string, read: () => Promise<Readable | Uint8Array>, signal: AbortSignal): Promise<StoredBlob>;
}
