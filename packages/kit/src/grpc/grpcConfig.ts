import { Type } from 'typebox';

/** The settings of every service that answers gRPC: spread them into its config schema. */
export const grpcServerConfig = {
  listen: Type.String({ default: '127.0.0.1:0', description: 'host:port of the gRPC server' }),
  callers: Type.String({ description: 'Who may call: name:sha256hex of the token, separated by commas' }),
};

/** The settings of every service that calls others. */
export const grpcClientConfig = {
  serviceToken: Type.String({ minLength: 16, description: 'Proves this service to the services it calls' }),
};
