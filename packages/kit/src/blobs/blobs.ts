import type { Readable } from 'node:stream';

export interface StoredBlob {
  /** Bytes. */
  size: number;
  /** Hex. */
  sha256: string;
}

export interface BlobRange {
  /** First byte. */
  start: number;
  /** Last byte, inclusive. */
  end: number;
}

export interface SignedUrlOptions {
  /** What a browser saves the download as. */
  fileName: string;
  contentType: string;
  /** Hex; where the gateway serves the download, its ETag. */
  sha256?: string;
  expiresInSeconds: number;
}

/** A store for content passed by reference: uploads, artifacts, manifests. Drivers: `fs` (embedded) and `s3`. */
export interface Blobs {
  /** Streams to the store; the object exists only once this returns. Replaces an object with the same key. */
  put(key: string, body: Readable | Uint8Array | string, signal?: AbortSignal): Promise<StoredBlob>;
  /** The same, but creates only: undefined, and nothing changed, when the object exists. */
  putNew(key: string, body: Readable | Uint8Array | string, signal?: AbortSignal): Promise<StoredBlob | undefined>;
  /**
   * Undefined: no such object. `size` is that of the whole object, whatever the range; a range may end past its end.
   * The body must be read or destroyed.
   */
  get(key: string, range?: BlobRange): Promise<{ body: Readable; size: number } | undefined>;
  size(key: string): Promise<number | undefined>;
  /** The keys under a prefix that ends with `/`, in no order. */
  list(prefix: string): AsyncIterable<string>;
  /** Deletes every object under a prefix that ends with `/`; a prefix without objects is no error. */
  deletePrefix(prefix: string): Promise<void>;
  /** A URL that anyone can GET until it expires, as a download. */
  signedUrl(key: string, options: SignedUrlOptions): Promise<string>;
}

const SEGMENT = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/** Whether a text is a key: plain names, separated by slashes. */
export function isBlobKey(key: string): boolean {
  return key.length <= 500 && key.split('/').every((segment) => SEGMENT.test(segment));
}

/** Services build keys from ids and plain names; anything else is a bug that must not reach a file system. */
export function assertBlobKey(key: string): void {
  if (!isBlobKey(key)) throw new Error(`not a blob key: ${JSON.stringify(key)}`);
}

/** The same for a prefix; without the slash it would also match other owners' objects (`job_1` and `job_10`). */
export function assertBlobPrefix(prefix: string): void {
  if (!prefix.endsWith('/')) throw new Error(`not a blob prefix, no / at its end: ${JSON.stringify(prefix)}`);
  assertBlobKey(prefix.slice(0, -1));
}
