// @module-tag real

import { randomUUID } from 'node:crypto';
import { ListMultipartUploadsCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { inject, onTestFinished } from 'vitest';
import { describeBlobs } from '../testing/blobsContract.ts';
import { openS3Blobs } from './s3Blobs.ts';
import { createBucket } from './s3Bucket.ts';
import { createS3Client } from './s3Client.ts';

describeBlobs('s3', async () => {
  const settings = { ...inject('s3'), s3Bucket: `test-${randomUUID()}` };
  await createBucket(settings);
  const client = createS3Client(settings);
  onTestFinished(() => client.destroy());

  /** Lists objects, and uploads that are neither complete nor aborted. */
  async function list(): Promise<string[]> {
    const Bucket = settings.s3Bucket;
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }));
    const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket }));
    return [...Contents, ...Uploads.map(({ Key }) => ({ Key: `${Key} (half)` }))].map(({ Key }) => Key!).sort();
  }

  return { blobs: openS3Blobs(settings), fetch: (url) => fetch(url), list };
});
