import { blobsConfig } from '@rotamer/kit/blobs/openBlobs.ts';
import { busConfig } from '@rotamer/kit/bus/openBus.ts';
import { grpcServerConfig } from '@rotamer/kit/grpc/grpcConfig.ts';
import { mailConfig } from '@rotamer/kit/mail/mailer.ts';
import { Type } from 'typebox';

export const configSchema = Type.Object({
  postgresUrl: Type.String({
    description: 'PostgreSQL URL of the database that only this service uses, and migrates at start',
  }),
  eventRetentionDays: Type.Integer({
    minimum: 1,
    maximum: 365,
    default: 30,
    description: 'How long an event stays in the feed, in days',
  }),
  webhookSecret: Type.String({
    minLength: 16,
    description:
      'derives the secrets of webhook endpoints; all replicas have the same. A new value changes all of them',
  }),
  webhookAllow: Type.String({
    default: '',
    description:
      'host names, addresses and networks inside the own network that webhooks may reach, separated by commas, e.g. `lims.internal,10.1.0.0/16`',
  }),
  publicUrl: blobsConfig.publicUrl,
  shareSecret: Type.String({
    minLength: 16,
    description:
      'signs the tokens of links in mails, and the cookies of their pages; jobs, gateway and notifications have the same. A new value ends all links that were sent',
  }),
  ...mailConfig,
  ...busConfig,
  ...grpcServerConfig,
});
