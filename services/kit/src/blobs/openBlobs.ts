import { Type } from 'typebox';
import type { Blobs } from './blobs.ts';
import { openFsBlobs } from './fsBlobs.ts';

/** The settings of whoever touches the blob store: spread them into a service's config schema. */
export const blobsConfig = {
  blobsDir: Type.String({ description: 'Folder of the fs blob store' }),
  blobsSecret: Type.String({ minLength: 16, description: 'Signs the download URLs of the fs blob store' }),
  publicUrl: Type.String({ description: 'Where users reach the gateway, e.g. http://127.0.0.1:8080' }),
};

/** The blob store that the configuration names. */
export function openBlobs(config: { blobsDir: string; blobsSecret: string; publicUrl: string }): Blobs {
  return openFsBlobs({
    folder: config.blobsDir,
    secret: config.blobsSecret,
    publicUrl: config.publicUrl.replace(/\/$/, ''),
  });
}
