import type { StoredBlob } from './blobs.ts';

/** An upload for a client without a credential: an HTTP PUT with exactly these headers. */
export interface SignedUpload {
  url: string;
  headers: Record<string, string>;
}

/** Bytes of the largest object that one PUT can store in S3. */
export const MAX_UPLOAD_BYTES = 5 * 1024 ** 3;

/** Signs URLs for clients that have no keys to the store, at the address that services use. */
export interface TransferUrls {
  /** Returns a URL that anyone can GET until it expires. */
  download(key: string, expiresInSeconds: number): Promise<string>;
  /** Returns a PUT of exactly these bytes that anyone can begin until it expires; the store refuses other bytes. */
  upload(key: string, bytes: StoredBlob, expiresInSeconds: number): Promise<SignedUpload>;
}
