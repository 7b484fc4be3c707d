import { blobsConfig } from '@rotamer/kit/blobs/openBlobs.ts';
import { busConfig } from '@rotamer/kit/bus/openBus.ts';
import { grpcClientConfig, grpcServerConfig } from '@rotamer/kit/grpc/grpcConfig.ts';
import { Type } from 'typebox';
import { mailConfig } from './sharing/mailer.ts';

export const configSchema = Type.Object({
  postgresUrl: Type.String({ description: "PostgreSQL URL of jobs' own database" }),
  billingAddress: Type.String({ description: 'host:port of billing, several separated by commas' }),
  filesAddress: Type.String({ description: 'host:port of files, several separated by commas' }),
  retentionDays: Type.Optional(
    Type.Integer({ minimum: 1, description: 'jobs that ended longer ago are deleted; absent: none ever is' }),
  ),
  leaseSecret: Type.String({ minLength: 16, description: 'makes the tokens of leases; all replicas have the same' }),
  shareSecret: Type.String({ minLength: 16, description: 'makes the tokens of invitations' }),
  mailsPerWorkspace: Type.Integer({
    default: 500,
    minimum: 1,
    description: 'invitation mails that one workspace may send on a day (UTC)',
  }),
  mailsPerAddress: Type.Integer({
    default: 20,
    minimum: 1,
    description: 'invitation mails that one address is sent on a day (UTC), by all workspaces together',
  }),
  ...mailConfig,
  ...blobsConfig,
  ...busConfig,
  ...grpcServerConfig,
  ...grpcClientConfig,
});
