import { allows, type BlobAccess, type BlobRight } from './blobAccess.ts';
import type { Blobs } from './blobs.ts';

/**
 * Wraps a blob store so that it refuses what its holder's credential does not allow, with every driver. Code that needs
 * more rights thus fails in any test, not only in deployments with separate credentials.
 */
export function restrictedBlobs(blobs: Blobs, access: BlobAccess): Blobs {
  function need(right: BlobRight, key: string): void {
    if (!allows(access, right, key)) throw new Error(`may not ${right} ${key}: see blobAccess.ts`);
  }
  return {
    async put(key, ...rest) {
      need('write', key);
      return blobs.put(key, ...rest);
    },
    async putNew(key, ...rest) {
      need('write', key);
      return blobs.putNew(key, ...rest);
    },
    async get(key, ...rest) {
      need('read', key);
      return blobs.get(key, ...rest);
    },
    async size(key) {
      need('read', key);
      return blobs.size(key);
    },
    async copy(from, to) {
      need('read', from);
      need('write', to);
      return blobs.copy(from, to);
    },
    list: (prefix) => blobs.list(prefix),
    async deletePrefix(prefix) {
      need('delete', prefix);
      return blobs.deletePrefix(prefix);
    },
    async signedUrl(key, options) {
      need('read', key);
      return blobs.signedUrl(key, options);
    },
  };
}
