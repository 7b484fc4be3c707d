import { busConfig } from '@rotamer/kit/bus/openBus.ts';
import { grpcClientConfig, grpcServerConfig } from '@rotamer/kit/grpc/grpcConfig.ts';
import { Type } from 'typebox';

export const configSchema = Type.Object({
  postgresUrl: Type.String({
    description: 'PostgreSQL URL of the database that only this service uses, and migrates at start',
  }),
  jobsAddress: Type.String({ description: 'host:port of jobs, several separated by commas' }),
  workflowsAddress: Type.String({ description: 'host:port of workflows, several separated by commas' }),
  filesAddress: Type.String({ description: 'host:port of files, several separated by commas' }),
  ...busConfig,
  ...grpcServerConfig,
  ...grpcClientConfig,
});
