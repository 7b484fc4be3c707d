import { CreateBucketCommand, HeadBucketCommand } from '@aws-sdk/client-s3';
import { createS3Client } from './s3Client.ts';
import { bucketOf, type S3Settings } from './s3Config.ts';

/** Creates the bucket of the `s3` blob store if it is missing. Returns whether it was missing. */
export async function createBucket(settings: S3Settings): Promise<{ bucket: string; created: boolean }> {
  const bucket = bucketOf(settings);
  const client = createS3Client(settings);
  try {
    await client.send(new HeadBucketCommand({ Bucket: bucket }));
    return { bucket, created: false };
  } catch (error) {
    if ((error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode !== 404) throw error;
    await client.send(new CreateBucketCommand({ Bucket: bucket }));
    return { bucket, created: true };
  } finally {
    client.destroy();
  }
}
