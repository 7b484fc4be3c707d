import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { assertBlobKey } from './blobs.ts';
import { createS3Client } from './s3Client.ts';
import { bucketOf, type S3Settings } from './s3Config.ts';
import type { TransferUrls } from './transferUrls.ts';

const CHECKSUM = 'x-amz-checksum-sha256';

/** Creates presigned URLs of one bucket (AWS Signature Version 4, query parameters), without a request to the server. */
export function s3TransferUrls(settings: S3Settings): TransferUrls {
  const Bucket = bucketOf(settings);
  const client = createS3Client(settings);
  return {
    async download(key, expiresIn) {
      assertBlobKey(key);
      return getSignedUrl(client, new GetObjectCommand({ Bucket, Key: key }), { expiresIn });
    },

    async upload(key, { size, sha256 }, expiresIn) {
      assertBlobKey(key);
      const checksum = Buffer.from(sha256, 'hex').toString('base64');
      const command = new PutObjectCommand({ Bucket, Key: key, ContentLength: size, ChecksumSHA256: checksum });
      // As headers, which the signature covers: servers need not check a digest among the query parameters.
      const url = await getSignedUrl(client, command, { expiresIn, unhoistableHeaders: new Set([CHECKSUM]) });
      return { url, headers: { 'content-length': String(size), [CHECKSUM]: checksum } };
    },
  };
}
