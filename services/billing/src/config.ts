import { busConfig } from '@rotamer/kit/bus/openBus.ts';
import { grpcServerConfig } from '@rotamer/kit/grpc/grpcConfig.ts';
import { Type } from 'typebox';

export const configSchema = Type.Object({
  postgresUrl: Type.String({ description: "PostgreSQL URL of billing's own database" }),
  ...busConfig,
  ...grpcServerConfig,
});
