import { logRequests } from '@rotamer/http/request/logRequests.ts';
import { drain } from '@rotamer/http/server/drain.ts';
import { serverOptions } from '@rotamer/http/server/serverOptions.ts';
import fastify, { type FastifyInstance } from 'fastify';
import { blast } from './blast/blast.ts';
import { colabfold } from './colabfold/colabfold.ts';
import type { Deps } from './deps.ts';
import { dispatcher } from './dispatcher/dispatcher.ts';
import { readForms } from './http/fields.ts';

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
    ...serverOptions({ log: deps.log, trustedProxies }),
    routerOptions: { maxParamLength: 256, ignoreTrailingSlash: true },
  });
  app.server.maxConnections = maxConnections;
  readForms(app);
  logRequests(app, deps.log);
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' });
  });
  refusePagesOfOthers(app);
  app.setNotFoundHandler((_, reply) => reply.code(404).type('text/plain; charset=utf-8').send(INDEX));
  app.get('/', (_, reply) => reply.type('text/plain; charset=utf-8').send(INDEX));
  app.get('/healthz', (_, reply) => reply.send({ status: 'ok' }));
  for (const prefix of ['', '/k/:key'])
    for (const protocol of [blast(deps), dispatcher(deps), colabfold(deps)]) await app.register(protocol, { prefix });
  drain(app);
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
