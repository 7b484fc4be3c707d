import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import type { S3Settings } from './s3Config.ts';

/** Timeouts of a server that sends nothing, in milliseconds. */
const PATIENCE = {
  connectionTimeout: 5_000,
  /** From the request to the head of its response. Without the flag the SDK would only warn. */
  requestTimeout: 30_000,
  throwOnRequestTimeout: true,
  /** Between two pieces of a body. A reader that reads nothing for this long loses the rest too. */
  socketTimeout: 90_000,
};

/** Creates a client for calls of services or, with another endpoint, for URLs that users can reach. */
export function createS3Client(settings: S3Settings, endpoint = settings.s3Endpoint, patience = PATIENCE): S3Client {
  const { s3Region, s3ForcePathStyle } = settings;
  return new S3Client({
    endpoint,
    region: s3Region ?? 'us-east-1',
    forcePathStyle: s3ForcePathStyle ?? endpoint !== undefined,
    credentials: credentialsOf(settings),
    requestHandler: patience,
  });
}

function credentialsOf({ s3AccessKeyId, s3SecretAccessKey }: S3Settings): S3ClientConfig['credentials'] {
  if (!s3AccessKeyId && !s3SecretAccessKey) return undefined;
  if (s3AccessKeyId && s3SecretAccessKey) return { accessKeyId: s3AccessKeyId, secretAccessKey: s3SecretAccessKey };
  throw new Error('Set ROTAMER_S3_ACCESS_KEY_ID and ROTAMER_S3_SECRET_ACCESS_KEY together, or neither.');
}
