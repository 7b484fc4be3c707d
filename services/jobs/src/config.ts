import { blobsConfig } from '@rotamer/kit/blobs/openBlobs.ts';
import { busConfig } from '@rotamer/kit/bus/openBus.ts';
import { grpcClientConfig, grpcServerConfig } from '@rotamer/kit/grpc/grpcConfig.ts';
import { mailConfig } from '@rotamer/kit/mail/mailer.ts';
import { Type } from 'typebox';

export const configSchema = Type.Object({
  postgresUrl: Type.String({ description: "PostgreSQL URL of jobs' own database" }),
  billingAddress: Type.String({ description: 'host:port of billing, several separated by commas' }),
  filesAddress: Type.String({ description: 'host:port of files, several separated by commas' }),
  retentionDays: Type.Optional(
    Type.Integer({ minimum: 1, description: 'days after which ended jobs are deleted; absent: never' }),
  ),
  toolsFolders: Type.Optional(
    Type.String({ description: 'folders with a tool.yaml, or with folders that have one, separated by commas' }),
  ),
  leaseSecret: Type.String({ minLength: 16, description: 'key of the lease tokens; all replicas have the same' }),
  shareSecret: Type.String({ minLength: 16, description: 'key of the invitation tokens; the same as the gateway has' }),
  mailsPerWorkspace: Type.Integer({
    default: 500,
    minimum: 1,
    description: 'invitation mails that one workspace may send per day (UTC)',
  }),
  mailsPerAddress: Type.Integer({
    default: 20,
    minimum: 1,
    description: 'invitation mails sent to one address per day (UTC), by all workspaces together',
  }),
  ...mailConfig,
  ...blobsConfig,
  ...busConfig,
  ...grpcServerConfig,
  ...grpcClientConfig,
});
