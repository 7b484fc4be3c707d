import { blobsConfig } from '@rotamer/kit/blobs/openBlobs.ts';
import { busConfig } from '@rotamer/kit/bus/openBus.ts';
import { grpcClientConfig, grpcServerConfig } from '@rotamer/kit/grpc/grpcConfig.ts';
import { mailConfig } from '@rotamer/kit/mail/mailer.ts';
import { Type } from 'typebox';

/** The gateway's settings; the README has them as a table. */
export const configSchema = Type.Object({
  httpListen: Type.String({ default: '127.0.0.1:8080', description: 'host:port of the public API' }),
  postgresUrl: Type.String({ description: "PostgreSQL URL of the gateway's database" }),
  jobsAddress: Type.String({ description: 'host:port of the jobs service' }),
  billingAddress: Type.String({ description: 'host:port of the billing service' }),
  filesAddress: Type.String({ description: 'host:port of the files service' }),
  projectsAddress: Type.String({ description: 'host:port of the projects service' }),
  workflowsAddress: Type.String({ description: 'host:port of the workflows service' }),
  maxGateways: Type.Integer({ default: 3, minimum: 1, description: 'maximum number of gateway replicas' }),
  requestsPerAddress: Type.Integer({
    default: 600,
    minimum: 1,
    description: 'requests per minute that one address may make without a valid key, at each gateway',
  }),
  maxRequestsInFlight: Type.Integer({
    default: 2_000,
    minimum: 1,
    description: 'requests in progress at a time; above it requests are refused, lists first',
  }),
  maxLoopDelayMs: Type.Integer({
    default: 1_000,
    minimum: 1,
    description: 'how late the event loop may be before requests are refused, lists first',
  }),
  maxStreamsPerKey: Type.Integer({
    default: 200,
    minimum: 1,
    description: 'open event streams per key, at each gateway',
  }),
  maxStreams: Type.Integer({
    default: 20_000,
    minimum: 1,
    description: 'open event streams, at each gateway',
  }),
  maxUploadsPerKey: Type.Integer({
    default: 8,
    minimum: 1,
    description: 'uploads in progress per key, at each gateway',
  }),
  maxUploads: Type.Integer({ default: 64, minimum: 1, description: 'uploads in progress, at each gateway' }),
  maxSpoolBytes: Type.Integer({
    default: 1024 ** 3,
    minimum: 200 * 1024 ** 2,
    description:
      'bytes of the temporary folder that the inspection of uploaded archives may fill; one needs 200 MiB at most',
  }),
  drainMs: Type.Integer({
    default: 2_000,
    minimum: 0,
    maximum: 10_000,
    description: 'how long requests are still accepted after SIGTERM, while clients are told to reconnect elsewhere',
  }),
  trustedProxies: Type.String({ default: '', description: 'addresses whose X-Forwarded-For is trusted' }),
  corsOrigins: Type.String({
    default: '',
    description: 'origins, separated by commas, whose pages may read responses, e.g. https://app.example.org',
  }),
  sampleJob: Type.String({
    default: '',
    description: 'id of a job shared with everyone, or the path of a file with it, that the welcome page leads to',
  }),
  localLinks: Type.Boolean({
    default: false,
    description: 'whether operators can make links that sign people in: only for a stack on one’s own machine',
  }),
  loginByMail: Type.Boolean({
    default: false,
    description: 'whether people may sign in with a link that is mailed to them; needs a mail server',
  }),
  loginLinksPerAddress: Type.Integer({
    default: 20,
    minimum: 1,
    description: 'links to sign in that one IPv4 address, or one /64 of IPv6, may ask for in an hour',
  }),
  loginLinksPerMailbox: Type.Integer({
    default: 5,
    minimum: 1,
    description: 'links to sign in that are mailed to one mailbox in an hour',
  }),
  loginLinksPerHour: Type.Integer({
    default: 500,
    minimum: 1,
    description: 'links to sign in that are mailed in an hour, to everybody together',
  }),
  oidcProviders: Type.String({
    default: '',
    description: 'providers of OpenID Connect, as JSON or as the path of a JSON file; with their secrets',
  }),
  shareSecret: Type.String({
    minLength: 16,
    description: 'signs the cookies of the pages of shared jobs and of reviews',
  }),
  ...mailConfig,
  ...grpcServerConfig,
  ...grpcClientConfig,
  ...busConfig,
  ...blobsConfig,
});
