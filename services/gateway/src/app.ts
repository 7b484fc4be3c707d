import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { api } from './api.ts';
import type { Deps } from './deps.ts';
import { answerClientError, answerEverything } from './http/clientError.ts';
import { clientTimeouts } from './http/clientTimeouts.ts';
import { allowOrigins } from './http/crossOrigin.ts';
import { drain } from './http/drain.ts';
import { refuseBadHost } from './http/hostHeader.ts';
import { watchLateRequests } from './http/lateRequests.ts';
import { limitRequests } from './limits/limitRequests.ts';
import { shedLoad } from './limits/shedLoad.ts';
import { answerErrors } from './pages/preparePages.ts';
import { beginRequest } from './request/beginRequest.ts';
import { answerError, BODY_LIMIT } from './request/errorAnswer.ts';
import { addHeadRoutes } from './request/headRoutes.ts';
import { requestIdOf } from './request/requestId.ts';
import { inRequestSpan } from './request/requestSpan.ts';
import { listRoutes, refuseUnknownRoutes } from './request/routeTable.ts';
import { accountPages } from './routes/accountPages/accountPages.ts';
import { cataloguePages } from './routes/cataloguePages/cataloguePages.ts';
import { consolePages } from './routes/consolePages/consolePages.ts';
import { docs } from './routes/docs.ts';
import { downloadBlob } from './routes/downloadBlob.ts';
import { healthz } from './routes/healthz.ts';
import { noticePages } from './routes/noticePages/noticePages.ts';
import { operatorRoute } from './routes/operator/operatorRoute.ts';
import { review } from './routes/reviewPage/reviewPage.ts';
import { share } from './routes/sharePage/sharePage.ts';
import { refuseCompressedBody } from './validation/contentEncoding.ts';
import { parseJson } from './validation/jsonBody.ts';
import { refuseUnstorableQuery } from './validation/unstorableQuery.ts';

/** Longer than load balancers keep idle connections (60 s), so that they never reuse a connection that is about to close. */
const KEEP_ALIVE_MS = 65_000;

/** Bytes buffered for a client that reads slowly; Node's 64 KiB add up over thousands of event streams. */
const SOCKET_BUFFER = 16 * 1024;

/** Node's limit for all headers together. No path can be longer, so none is too long for the router. */
const MAX_URL = 16 * 1024;

/** Builds the HTTP application; the caller listens, or injects requests. */
export async function buildApp(dependencies: Deps): Promise<FastifyInstance> {
  const { addresses, capacity, drained, log, stalls, trustedProxies, timeouts = clientTimeouts } = dependencies;
  const begin = beginRequest(log);
  const limit = limitRequests(dependencies);
  const app = fastify({
    // Fastify's own logger would log every response a second time.
    logger: false,
    childLoggerFactory: () => log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIdOf,
    trustProxy: trustedProxies || false,
    bodyLimit: BODY_LIMIT,
    requestTimeout: timeouts.requestMs,
    connectionTimeout: timeouts.silenceMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    http: {
      headersTimeout: timeouts.headersMs,
      connectionsCheckingInterval: timeouts.checkMs,
      highWaterMark: SOCKET_BUFFER,
      // http/hostHeader.ts refuses a missing Host with the error envelope.
      requireHostHeader: false,
    },
    clientErrorHandler: (error, socket) => refuse(error, socket),
    // A request whose URL cannot be decoded reaches no hook.
    frameworkErrors: async (error, request, reply) => {
      begin(request, reply);
      const refusal = await limit(request, reply).catch((refused: unknown) => refused);
      answerError(refusal ?? error, request, reply);
    },
    // Fastify's own HEAD routes would read a download to its end, and begin an event stream. request/headRoutes.ts adds ours.
    exposeHeadRoutes: false,
    // Requests on open connections are still served until the server closes.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: MAX_URL },
  });
  allowOrigins(app, dependencies.corsOrigins);
  addHeadRoutes(app);
  const routes = listRoutes(app);
  const isLate = watchLateRequests(app.server, timeouts, stalls);
  const refuse = answerClientError({ addresses, allowedMethods: routes.allowedMethods, isLate, log });
  answerEverything(app.server, refuse);
  for (const name of [
    'traceparent',
    'route',
    'record',
    'credential',
    'endedCredential',
    'workspace',
    'callScope',
    'begunAction',
    'resourceOwner',
    'isInFlight',
    'inFlightOf',
    'leaveFlight',
  ])
    app.decorateRequest(name);
  answerErrors(app, dependencies.renderPage);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, parseJson);
  // The first checks of every request, in order. api.ts continues them for requests that need a key. Synchronous hooks use the
  // callback form, which saves a promise each.
  app.addHook('onRequest', (request, reply, done) => {
    begin(request, reply);
    done();
  });
  // Not in the first hook, because reading the body loses the async context.
  app.addHook('preValidation', (request, _reply, done) => inRequestSpan(request.record.span, done));
  app.addHook('preParsing', refuseCompressedBody);
  app.addHook('preValidation', refuseUnstorableQuery);
  shedLoad(app, capacity, addresses);
  app.addHook('onRequest', limit);
  app.addHook('onRequest', refuseBadHost);
  refuseUnknownRoutes(app, routes);
  healthz(app);
  await app.register(docs(dependencies));
  await app.register(cataloguePages(dependencies));
  await app.register(share(dependencies));
  await app.register(review(dependencies));
  await app.register(accountPages(dependencies));
  await app.register(noticePages(dependencies));
  operatorRoute(app, dependencies);
  if (dependencies.consoleUrl) await app.register(consolePages(dependencies));
  if (dependencies.blobsSecret) downloadBlob(app, { ...dependencies, blobsSecret: dependencies.blobsSecret });
  await app.register(api(dependencies), { prefix: '/api/v1' });
  drain(app, drained);
  await app.ready();
  return app;
}
