import { Type } from 'typebox';

export const configSchema = Type.Object({
  httpListen: Type.String({
    default: '127.0.0.1:8090',
    shownDefault: '`127.0.0.1:8080`, of compat `127.0.0.1:8090`, of console `127.0.0.1:8070`',
    description: 'host:port of its HTTP server',
  }),
  gatewayUrl: Type.String({
    pattern: '^https?://',
    description: 'base URL of the gateway, such as http://gateway:8080, where this service sends all requests',
  }),
  databaseAliases: Type.String({
    default: '',
    description: "other names of datasets, such as nr=uniref50,nt=my-genomes, beside the service's own table",
  }),
  msaDatabase: Type.String({
    default: 'uniref50',
    minLength: 1,
    description: "the dataset of ColabFold's searches whose address names none",
  }),
  maxJobCredits: Type.Integer({
    default: 0,
    minimum: 0,
    description: 'the highest price, in credits, of a job that comes through this service; 0 means no limit',
  }),
  maxConnections: Type.Integer({ default: 1_000, minimum: 1, description: 'open connections of clients' }),
  forwardAddresses: Type.Boolean({
    default: false,
    description: 'tell the gateway the addresses of clients; it must name this service in its ROTAMER_TRUSTED_PROXIES',
  }),
  trustedProxies: Type.String({
    default: '',
    description:
      'addresses and networks (10.0.0.0/8), separated by commas, whose X-Forwarded-For, X-Forwarded-Host and X-Forwarded-Proto are trusted',
  }),
});
