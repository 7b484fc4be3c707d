import { blobsConfig } from '@rotamer/kit/blobs/openBlobs.ts';
import { busConfig } from '@rotamer/kit/bus/openBus.ts';
import { grpcClientConfig, grpcServerConfig } from '@rotamer/kit/grpc/grpcConfig.ts';
import { mailConfig } from '@rotamer/kit/mail/mailer.ts';
import { Type } from 'typebox';
import { DEFAULT_SOURCES } from './sources/fileSources.ts';

export const configSchema = Type.Object({
  httpListen: Type.String({ default: '127.0.0.1:8080', description: 'host:port of its HTTP server' }),
  postgresUrl: Type.String({
    description: 'PostgreSQL URL of the database that only this service uses, and migrates at start',
  }),
  jobsAddress: Type.String({ description: 'host:port of the jobs service' }),
  billingAddress: Type.String({ description: 'host:port of the billing service' }),
  filesAddress: Type.String({ description: 'host:port of the files service' }),
  projectsAddress: Type.String({ description: 'host:port of the projects service' }),
  workflowsAddress: Type.String({ description: 'host:port of the workflows service' }),
  notificationsAddress: Type.String({ description: 'host:port of the notifications service' }),
  maxGateways: Type.Integer({
    default: 3,
    minimum: 1,
    description: 'maximum number of gateway replicas: they share the limit of each key',
  }),
  requestsPerAddress: Type.Integer({
    default: 600,
    minimum: 1,
    description: 'requests per minute that one address may make without a valid key, at each gateway',
  }),
  maxRequestsInFlight: Type.Integer({
    default: 2_000,
    minimum: 1,
    description:
      'requests in progress at a time, half of them by one workspace; above it requests are refused, lists first',
  }),
  maxLoopDelayMs: Type.Integer({
    default: 1_000,
    minimum: 1,
    description: 'delay of the event loop, averaged over a second, at which requests are refused, lists first',
  }),
  maxStreamsPerKey: Type.Integer({
    default: 200,
    minimum: 1,
    description: 'open event streams per key, at each gateway',
  }),
  maxStreams: Type.Integer({
    default: 20_000,
    minimum: 1,
    description: 'open event streams, at each gateway; a workspace has at most half of them',
  }),
  maxUploadsPerKey: Type.Integer({
    default: 8,
    minimum: 1,
    description: 'uploads in progress per key, at each gateway',
  }),
  maxUploads: Type.Integer({
    default: 64,
    minimum: 1,
    description: 'uploads in progress, at each gateway; a workspace has at most half of them',
  }),
  maxSpoolBytes: Type.Integer({
    default: 1024 ** 3,
    minimum: 200 * 1024 ** 2,
    description:
      'bytes of the temporary folder that the inspection of uploaded archives may fill; one needs 200 MiB at most',
  }),
  fileSources: Type.String({
    default: DEFAULT_SOURCES,
    description:
      'public databases from which users fetch files, and their addresses with {id}, separated by commas: `pdb`, `uniprot` and `alphafold`; empty: nothing is fetched',
  }),
  fileSourceAllow: Type.String({
    default: '',
    description:
      'host names, addresses and networks inside the own network that fetching of files may reach, separated by commas, for a copy of a database',
  }),
  drainMs: Type.Integer({
    default: 2_000,
    minimum: 0,
    maximum: 10_000,
    description:
      'how long requests are still accepted after SIGTERM, while responses ask clients to reconnect elsewhere',
  }),
  trustedProxies: Type.String({
    default: '',
    description:
      'addresses and networks (10.0.0.0/8), separated by commas, whose X-Forwarded-For, X-Forwarded-Host and X-Forwarded-Proto are trusted',
  }),
  corsOrigins: Type.String({
    default: '',
    description:
      'origins, separated by commas and exactly as browsers send them (https://app.example.org), whose pages may read responses; without it none may',
  }),
  consoleUrl: Type.String({
    default: '',
    pattern: '^(https?://.*)?$',
    description:
      'base URL of the console, whose pages the gateway passes on at /w, and which renders /, /tools, /share and the pages of signing in; empty: there is no console',
  }),
  operators: Type.String({
    default: '',
    description:
      'mail addresses, separated by commas, of people who see the operator pages of the console: users, queue, dead letters and commands of the whole installation. They can replay dead letters, and change nothing else; empty: nobody',
  }),
  sampleJob: Type.String({
    default: '',
    description: 'id of a job shared with everyone, or the path of a file with it, that the welcome page leads to',
  }),
  localLinks: Type.Boolean({
    default: false,
    description:
      'whether operators can make links that sign people in; npm start sets it while only its machine reaches the stack',
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
    description:
      'providers of OpenID Connect, as JSON or as the path of a JSON file (docs/openid-connect.md); with their secrets',
  }),
  shareSecret: Type.String({
    minLength: 16,
    description:
      'signs the tokens of links in mails, and the cookies of their pages; jobs, gateway and notifications have the same. A new value ends all links that were sent',
  }),
  ...mailConfig,
  ...grpcServerConfig,
  ...grpcClientConfig,
  ...busConfig,
  ...blobsConfig,
});
