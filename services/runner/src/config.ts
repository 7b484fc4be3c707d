import { randomBytes } from 'node:crypto';
import { availableParallelism, hostname } from 'node:os';
import { grpcClientConfig } from '@rotamer/kit/grpc/grpcConfig.ts';
import { type Static, Type } from 'typebox';
import { ownTemporaryFolder } from './executor/ownFolder.ts';

export const configSchema = Type.Object({
  ...grpcClientConfig,
  jobsAddress: Type.String({ description: 'host:port of the jobs service' }),
  blobsDir: Type.Optional(
    Type.String({ description: 'Folder of the fs blob store; without it, jobs signs URLs of the S3 server' }),
  ),
  datasets: Type.Optional(
    Type.String({
      description: 'Folder of reference data, <dataset>/<release>/; without it only uploads are searched',
    }),
  ),
  runnerId: Type.String({
    default: `${hostname()}-${randomBytes(4).toString('hex')}`,
    description: 'Name of this runner, new at every start',
  }),
  toolsFolders: Type.Optional(
    Type.String({ description: 'Folders with a tool.yaml, or with folders that have one, separated by commas' }),
  ),
  slots: Type.Integer({
    minimum: 1,
    default: Math.max(1, availableParallelism()),
    description: 'How many jobs run at the same time',
  }),
  workDir: Type.String({
    default: ownTemporaryFolder('rotamer-runner'),
    description: 'Folder for the working folders of attempts; shared by the runners of a machine',
  }),
  answersDir: Type.Optional(
    Type.String({
      description: 'Folder that keeps for a day which programs have answered; without it each start asks all',
    }),
  ),
  drainSeconds: Type.Integer({
    minimum: 0,
    maximum: 15,
    default: 15,
    description: 'How long jobs may still end by themselves after SIGTERM, before they are handed back',
  }),
  executor: Type.Enum(['any', 'process', 'kubernetes'], {
    default: 'any',
    description:
      'any: every tool as a process of this machine; process: only the tools whose contract wants that; kubernetes: the others, each in a pod of its own',
  }),
  sandbox: Type.Enum(['auto', 'bwrap', 'unshare', 'group'], {
    default: 'auto',
    description:
      'auto takes what keeps tools from the network and from credentials; a weaker one is asked for by name; what does not work is a failed start',
  }),
});

export type Config = Static<typeof configSchema>;
