import { watchConnections } from '@rotamer/kit/http/silentConnections.ts';
import type { Logger } from '@rotamer/kit/process/log.ts';
import { durations } from '@rotamer/kit/telemetry/measures.ts';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { blast } from './blast/blast.ts';
import { colabfold } from './colabfold/colabfold.ts';
import type { Deps } from './deps.ts';
import { dispatcher } from './dispatcher/dispatcher.ts';
import { readForms } from './http/fields.ts';

/** Longer than load balancers keep idle connections (60 s), so that they never reuse a connection that is about to close. */
const KEEP_ALIVE_MS = 65_000;

const INDEX = `Rotamer speaks the protocols of other services here.

NCBI BLAST URL API       /blast/Blast.cgi
EMBL-EBI Job Dispatcher  /Tools/services/rest/<service>
ColabFold MSA server     /colabfold, /colabfold/<dataset>

A client that cannot send a key puts it into the path: /k/<key>/blast/Blast.cgi
`;

export interface AppOptions extends Deps {
  maxConnections: number;
  trustedProxies: string;
}

/** Builds the HTTP application; the caller listens, or injects requests. */
export async function buildApp({ maxConnections, trustedProxies, ...deps }: AppOptions): Promise<FastifyInstance> {
  const app = fastify({
    logger: false,
    childLoggerFactory: () => deps.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedProxies || false,
    requestTimeout: 60_000,
    connectionTimeout: 75_000,
    keepAliveTimeout: KEEP_ALIVE_MS,
    routerOptions: { maxParamLength: 256, ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
  });
  app.server.maxConnections = maxConnections;
  const connections = watchConnections(app.server);
  app.addHook('preClose', async () => connections.closeSilent());
  app.decorateRequest('cause');
  readForms(app);
  logRequests(app, deps.log);
  refusePagesOfOthers(app);
  app.setNotFoundHandler((_, reply) => reply.code(404).type('text/plain; charset=utf-8').send(INDEX));
  app.get('/', (_, reply) => reply.type('text/plain; charset=utf-8').send(INDEX));
  app.get('/healthz', (_, reply) => reply.send({ status: 'ok' }));
  for (const prefix of ['', '/k/:key'])
    for (const protocol of [blast(deps), dispatcher(deps), colabfold(deps)]) await app.register(protocol, { prefix });
  await app.ready();
  return app;
}

/**
 * Refuses requests that a page of another site makes a browser send: a browser that knows the name and password would add them. Programs
 * send no `Sec-Fetch-Site`.
 */
function refusePagesOfOthers(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers['sec-fetch-site'] !== 'cross-site') return;
    return reply.code(403).type('text/plain; charset=utf-8').send('Pages of other sites may not use this service.\n');
  });
}

/** Logs a line for each request, with its route: paths and queries may hold keys. */
function logRequests(app: FastifyInstance, log: Logger): void {
  const duration = durations('http_server_request_duration', 'Requests answered, by route');
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' });
    const startedAt = performance.now();
    reply.raw.on('close', () => {
      const ms = performance.now() - startedAt;
      const status = reply.raw.headersSent ? reply.raw.statusCode : 499;
      const route = request.routeOptions.url ?? 'unknown';
      const line = { method: request.method, route, status, ms: Math.round(ms) };
      duration.record(ms / 1000, { route, method: request.method, status_class: `${Math.floor(status / 100)}xx` });
      if (status >= 500) log.error({ ...line, err: request.cause }, 'request failed');
      else log.info(line, 'request');
    });
  });
}
