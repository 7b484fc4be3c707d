import { Type } from 'typebox';

/** The settings of every service with a gRPC server: spread them into its config schema. */
export const grpcServerConfig = {
  listen: Type.String({ default: '127.0.0.1:0', description: 'host:port of the gRPC server' }),
  callers: Type.String({
    description:
      'who may call: name:sha256hex of the token, separated by commas; a name may stand twice while its token is replaced',
  }),
};

/** The settings of every service that calls others. */
export const grpcClientConfig = {
  serviceToken: Type.String({ minLength: 16, description: 'proves this service to those that it calls' }),
};

/** Read by the kit, for every server and client of a process (tls.ts): all three, or none for plaintext. */
export const grpcTlsConfig = Type.Object({
  grpcTlsCa: Type.Optional(
    Type.String({
      description:
        'PEM file of the authority that issues all certificates; this, certificate and key: all three or none, in every service and for npm run admin',
    }),
  ),
  grpcTlsCert: Type.Optional(
    Type.String({ description: "PEM file of this service's certificate; read again every minute" }),
  ),
  grpcTlsKey: Type.Optional(Type.String({ description: 'PEM file of its key; read again every minute' })),
});
