import { blobsConfig } from '@rotamer/kit/blobs/openBlobs.ts';
import { busConfig } from '@rotamer/kit/bus/openBus.ts';
import { grpcClientConfig, grpcServerConfig } from '@rotamer/kit/grpc/grpcConfig.ts';
import { mailConfig } from '@rotamer/kit/mail/mailer.ts';
import { Type } from 'typebox';

export const configSchema = Type.Object({
  postgresUrl: Type.String({
    description: 'PostgreSQL URL of the database that only this service uses, and migrates at start',
  }),
  billingAddress: Type.String({ description: 'host:port of billing, several separated by commas' }),
  filesAddress: Type.String({ description: 'host:port of files, several separated by commas' }),
  retentionDays: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: 'days after which ended jobs are deleted with their artifacts; absent: never',
    }),
  ),
  toolsFolders: Type.Optional(
    Type.String({
      description:
        'folders with a tool.yaml, or with folders that have one, separated by commas; jobs and runners have the same',
    }),
  ),
  leaseSecret: Type.String({
    minLength: 16,
    description:
      'signs lease tokens; all replicas have the same. A new value ends the running attempts, and they are tried again',
  }),
  shareSecret: Type.String({
    minLength: 16,
    description:
      'signs the tokens of links in mails, and the cookies of their pages; jobs, gateway and notifications have the same. A new value ends all links that were sent',
  }),
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
