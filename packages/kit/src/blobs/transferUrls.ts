import type { StoredBlob } from './blobs.ts';

/** An upload as whoever was given it carries it out: an HTTP PUT with exactly these headers. */
export interface SignedUpload {
  url: string;
  headers: Record<string, string>;
}

/** Bytes of the largest object that one PUT can store in S3. */
export const MAX_UPLOAD_BYTES = 5 * 1024 ** 3;

/** Lets others reach single objects of a store for which they have no keys, at its address among services. */
export interface TransferUrls {
  /** A URL that anyone can GET until it expires. */
  download(key: string, expiresInSeconds: number): Promise<string>;
  /** A PUT that anyone can begin until it expires, of exactly these bytes; the store refuses others. */
  upload(key: string, bytes: StoredBlob, expiresInSeconds: number): Promise<SignedUpload>;
}
