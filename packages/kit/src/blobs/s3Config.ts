import { type Static, Type } from 'typebox';

/** The settings of the `s3` blob store. */
export const s3Config = {
  s3Endpoint: Type.Optional(
    Type.String({
      description: 'URL of the S3 server as services reach it (default: Amazon S3); selects the s3 blob store',
    }),
  ),
  s3PublicEndpoint: Type.Optional(
    Type.String({
      description:
        'URL of the S3 server as users reach it, for download URLs; default: the endpoint. The gateway warns at start about loopback addresses',
    }),
  ),
  s3Region: Type.String({ default: 'us-east-1', description: 'region used to sign requests' }),
  s3Bucket: Type.Optional(Type.String({ description: 'bucket, default rotamer; selects the s3 blob store' })),
  s3ForcePathStyle: Type.Optional(
    Type.Boolean({ description: 'bucket in the path instead of the host name; default: true with an endpoint' }),
  ),
  s3AccessKeyId: Type.Optional(
    Type.String({
      description:
        'access key, which only this service has (docs/blobs.md has a policy for each); default: the AWS credential chain (roles)',
    }),
  ),
  s3SecretAccessKey: Type.Optional(Type.String({ description: 'secret of the access key' })),
};

const schema = Type.Object(s3Config);

export type S3Settings = Partial<Static<typeof schema>>;

/** Whether the settings select the `s3` blob store. */
export function choosesS3({ s3Endpoint, s3Bucket }: S3Settings): boolean {
  return s3Endpoint !== undefined || s3Bucket !== undefined;
}

export function bucketOf({ s3Bucket }: S3Settings): string {
  return s3Bucket ?? 'rotamer';
}
