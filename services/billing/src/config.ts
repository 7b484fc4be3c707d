import { busConfig } from '@rotamer/kit/bus/openBus.ts';
import { grpcServerConfig } from '@rotamer/kit/grpc/grpcConfig.ts';
import { Type } from 'typebox';

export const configSchema = Type.Object({
  postgresUrl: Type.String({
    description: 'PostgreSQL URL of the database that only this service uses, and migrates at start',
  }),
  ...busConfig,
  ...grpcServerConfig,
});
