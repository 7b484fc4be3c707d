import { randomBytes } from 'node:crypto';
import { availableParallelism, hostname } from 'node:os';
import { grpcClientConfig } from '@rotamer/kit/grpc/grpcConfig.ts';
import { type Static, Type } from 'typebox';
import { ownTemporaryFolder } from './executor/ownFolder.ts';

export const configSchema = Type.Object({
  ...grpcClientConfig,
  jobsAddress: Type.String({ description: 'host:port of the jobs service' }),
  blobsDir: Type.Optional(
    Type.String({ description: 'folder of the fs blob store; without it, jobs signs URLs of the S3 server' }),
  ),
  datasets: Type.Optional(
    Type.String({
      description:
        'folder of reference data (docs/datasets.md), <dataset>/<release>/, looked at again every 5 s; without it only uploads are searched',
    }),
  ),
  datasetsCacheGib: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      maximum: 1_000_000,
      description:
        'largest size of ROTAMER_DATASETS, which this runner then fills itself, with releases that waiting jobs need and `dataset publish` put into the blob store (S3); no other process may write there',
    }),
  ),
  runnerId: Type.String({
    default: `${hostname()}-${randomBytes(4).toString('hex')}`,
    shownDefault: 'host name and a random part',
    description: 'name of this runner, new at every start',
  }),
  toolsFolders: Type.Optional(
    Type.String({
      description:
        'folders with a tool.yaml, or with folders that have one, separated by commas; jobs and runners have the same',
    }),
  ),
  slots: Type.Integer({
    minimum: 1,
    default: Math.max(1, availableParallelism()),
    shownDefault: 'processors',
    description: 'how many jobs run at the same time',
  }),
  workDir: Type.String({
    default: ownTemporaryFolder('rotamer-runner'),
    shownDefault: '`<tmp>/rotamer-runner-<user id>`',
    description:
      'folder for the working folders of attempts, on a disk with room for slots × the output limits of tools; shared by the runners of a machine',
  }),
  answersDir: Type.Optional(
    Type.String({
      description: 'folder that keeps for a day which programs have answered; without it each start asks all',
    }),
  ),
  drainSeconds: Type.Integer({
    minimum: 0,
    maximum: 15,
    default: 15,
    description: 'how long jobs may still end by themselves after SIGTERM, before the runner releases them',
  }),
  executor: Type.Enum(['any', 'process', 'kubernetes'], {
    default: 'any',
    description:
      'any: every tool as a process of this machine; process: only the tools whose contract wants that; kubernetes: the others, each in its own pod',
  }),
  sandbox: Type.Enum(['auto', 'bwrap', 'unshare', 'group'], {
    default: 'auto',
    description:
      'what keeps tools from the network and from credentials. auto takes a strong one; a weaker one is asked for by name; one that does not work is a failed start',
  }),
});

export type Config = Static<typeof configSchema>;
