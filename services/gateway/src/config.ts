import { blobsConfig } from '@rotamer/kit/blobs/openBlobs.ts';
import { busConfig } from '@rotamer/kit/bus/openBus.ts';
import { grpcClientConfig, grpcServerConfig } from '@rotamer/kit/grpc/grpcConfig.ts';
import { Type } from 'typebox';

/** The gateway's settings; the README has them as a table. */
export const configSchema = Type.Object({
  httpListen: Type.String({ default: '127.0.0.1:8080', description: 'host:port of the public API' }),
  postgresUrl: Type.String({ description: "PostgreSQL URL of the gateway's database" }),
  jobsAddress: Type.String({ description: 'host:port of the jobs service' }),
  billingAddress: Type.String({ description: 'host:port of the billing service' }),
  ...grpcServerConfig,
  ...grpcClientConfig,
  ...busConfig,
  ...blobsConfig,
});
