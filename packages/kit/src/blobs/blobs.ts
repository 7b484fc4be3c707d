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
  /** The name under which a browser saves the download. */
  fileName: string;
  contentType: string;
  /** Hex. When the gateway serves the download, this is also its ETag. */
  sha256?: string;
  expiresInSeconds: number;
}

/** A store for content passed by reference: uploads, artifacts, manifests. Drivers: `fs` (embedded) and `s3`. */
export interface Blobs {
  /** Streams an object to the store. The object exists only once this returns. Replaces an object with the same key. */
  put(key: string, body: Readable | Uint8Array | string, signal?: AbortSignal): Promise<StoredBlob>;
  /** Like `put`, but never replaces: returns undefined and changes nothing when the object exists. */
  putNew(key: string, body: Readable | Uint8Array | string, signal?: AbortSignal): Promise<StoredBlob | undefined>;
  /**
   * Returns undefined when the object does not exist. `size` is the size of the whole object, also with a range. A range may
   * end after the end of the object. The body must be read or destroyed.
   */
  get(key: string, range?: BlobRange): Promise<{ body: Readable; size: number } | undefined>;
  size(key: string): Promise<number | undefined>;
  /**
   * Copies an object inside the store to a key that has none. Each object is then deleted separately. Returns false, with nothing
   * changed, when the object does not exist.
   */
  copy(from: string, to: string): Promise<boolean>;
  /** Yields the keys under a prefix that ends with `/`, in any order. */
  list(prefix: string): AsyncIterable<string>;
  /** Deletes every object under a prefix that ends with `/`. A prefix without objects is valid. */
  deletePrefix(prefix: string): Promise<void>;
  /** Returns a URL that anyone can GET until it expires, as a download. */
  signedUrl(key: string, options: SignedUrlOptions): Promise<string>;
}

const SEGMENT = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/** Returns whether a text is a key: plain names, separated by slashes. */
export function isBlobKey(key: string): boolean {
  return key.length <= 500 && key.split('/').every((segment) => SEGMENT.test(segment));
}

/**
 * Throws unless `key` is a key. Services build keys from ids and plain names; another text is a bug that must not
 * reach a file system.
 */
export function assertBlobKey(key: string): void {
  if (!isBlobKey(key)) throw new Error(`not a blob key: ${JSON.stringify(key)}`);
}

/**
 * Throws unless `prefix` is a key followed by a slash. Without the slash it would also match objects of other owners
 * (`job_1` and `job_10`).
 */
export function assertBlobPrefix(prefix: string): void {
  if (!prefix.endsWith('/')) throw new Error(`not a blob prefix, no / at its end: ${JSON.stringify(prefix)}`);
  assertBlobKey(prefix.slice(0, -1));
}
