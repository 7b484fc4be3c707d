import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { type Static, Type } from 'typebox';

/** The settings of the `s3` blob store, as a platform team gives them. */
export const s3Config = {
  s3Endpoint: Type.Optional(
    Type.String({
      description: 'URL of the S3 server as services reach it; none: Amazon S3; chooses the s3 blob store',
    }),
  ),
  s3PublicEndpoint: Type.Optional(
    Type.String({ description: 'URL of the S3 server as users reach it, for download URLs; default: the endpoint' }),
  ),
  s3Region: Type.String({ default: 'us-east-1', description: 'Region that requests are signed for' }),
  s3Bucket: Type.Optional(Type.String({ description: 'Bucket, default rotamer; chooses the s3 blob store' })),
  s3ForcePathStyle: Type.Optional(
    Type.Boolean({ description: 'Bucket in the path and not in the host name; default: true with an endpoint' }),
  ),
  s3AccessKeyId: Type.Optional(Type.String({ description: 'Access key; default: the AWS credential chain (roles)' })),
  s3SecretAccessKey: Type.Optional(Type.String({ description: 'Secret of the access key' })),
};

const schema = Type.Object(s3Config);

export type S3Settings = Partial<Static<typeof schema>>;

/** Whether the settings choose the `s3` blob store. */
export function namesS3({ s3Endpoint, s3Bucket }: S3Settings): boolean {
  return s3Endpoint !== undefined || s3Bucket !== undefined;
}

export function bucketOf({ s3Bucket }: S3Settings): string {
  return s3Bucket ?? 'rotamer';
}

/** A client as services use it or, for signing URLs, as users will reach the server. */
export function createS3Client(settings: S3Settings, endpoint = settings.s3Endpoint): S3Client {
  const { s3Region, s3ForcePathStyle } = settings;
  return new S3Client({
    endpoint,
    region: s3Region ?? 'us-east-1',
    forcePathStyle: s3ForcePathStyle ?? endpoint !== undefined,
    credentials: credentialsOf(settings),
    // A server that does not answer is given up while whoever waits is still there.
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 30_000 },
  });
}

function credentialsOf({ s3AccessKeyId, s3SecretAccessKey }: S3Settings): S3ClientConfig['credentials'] {
  if (!s3AccessKeyId && !s3SecretAccessKey) return undefined;
  if (s3AccessKeyId && s3SecretAccessKey) return { accessKeyId: s3AccessKeyId, secretAccessKey: s3SecretAccessKey };
  throw new Error('Set ROTAMER_S3_ACCESS_KEY_ID and ROTAMER_S3_SECRET_ACCESS_KEY together, or neither.');
}
