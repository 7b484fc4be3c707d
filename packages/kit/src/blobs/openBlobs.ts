import { Type } from 'typebox';
import type { BlobAccess } from './blobAccess.ts';
import type { Blobs } from './blobs.ts';
import { openFsBlobs } from './fsBlobs.ts';
import { restrictedBlobs } from './restrictedBlobs.ts';
import { choosesS3, type S3Settings, s3Config } from './s3Config.ts';
import { tracedBlobs } from './tracedBlobs.ts';
import type { TransferUrls } from './transferUrls.ts';

/** The settings of services that use the blob store: spread them into a service's config schema. */
export const blobsConfig = {
  blobsDir: Type.Optional(
    Type.String({
      description:
        'folder of the fs blob store; without it the store is an S3 server, and to runners jobs gives signed URLs of it',
    }),
  ),
  blobsSecret: Type.Optional(
    Type.String({ minLength: 16, description: 'signs the download URLs of the fs blob store' }),
  ),
  publicUrl: Type.String({ description: 'URL at which users reach the gateway, e.g. http://127.0.0.1:8080' }),
  ...s3Config,
};

export interface BlobsSettings extends S3Settings {
  blobsDir?: string;
  blobsSecret?: string;
  publicUrl: string;
}

/** Opens the configured blob store with these rights. The S3 client is loaded only where it is used: it takes 20 MB and 0.2 s. */
export async function openBlobs(config: BlobsSettings, access: BlobAccess): Promise<Blobs> {
  return restrictedBlobs(await openStore(config), access);
}

async function openStore(config: BlobsSettings): Promise<Blobs> {
  if (choosesS3(config)) {
    const { openS3Blobs } = await import('./s3Blobs.ts');
    return tracedBlobs(openS3Blobs(config));
  }
  const { blobsDir: folder, blobsSecret: secret, publicUrl } = config;
  if (folder && secret) return tracedBlobs(openFsBlobs({ folder, secret, publicUrl: publicUrl.replace(/\/$/, '') }));
  throw new Error(
    'No blob store configured: set ROTAMER_S3_BUCKET, or ROTAMER_BLOBS_DIR and ROTAMER_BLOBS_SECRET for a folder.',
  );
}

/**
 * Opens URLs for runners and tools, which have no credential. Returns undefined for a folder: it is shared as a
 * folder, or not reachable at all.
 */
export async function openTransferUrls(config: BlobsSettings): Promise<TransferUrls | undefined> {
  if (!choosesS3(config)) return undefined;
  const { s3TransferUrls } = await import('./s3TransferUrls.ts');
  return s3TransferUrls(config);
}
