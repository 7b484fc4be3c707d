import { Type } from 'typebox';

export const configSchema = Type.Object({
  httpListen: Type.String({ default: '127.0.0.1:8070', description: 'host:port of the pages' }),
  gatewayUrl: Type.String({
    pattern: '^https?://',
    description: 'base URL of the gateway, such as http://gateway:8080, where this service sends all requests',
  }),
  publicUrl: Type.String({
    pattern: '^https?://',
    description: 'base URL of the gateway as browsers reach it; it gives the name of the session cookie',
  }),
  maxConnections: Type.Integer({
    default: 65_000,
    shownDefault: '`1000`, of console `65000`',
    minimum: 1,
    description: 'open connections from gateways; each event stream of a page has one',
  }),
  forwardAddresses: Type.Boolean({
    default: false,
    description: 'tell the gateway the addresses of browsers; it must name this service in its ROTAMER_TRUSTED_PROXIES',
  }),
  trustedProxies: Type.String({ default: '', description: 'addresses whose X-Forwarded-For is trusted' }),
});
