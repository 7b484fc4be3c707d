import { accountPages } from '@rotamer/accounts/accountPages/accountPages.ts';
import { noticePages } from '@rotamer/accounts/noticePages/noticePages.ts';
import { shedLoad } from '@rotamer/http/limits/shedLoad.ts';
import { answerErrors } from '@rotamer/http/pages/preparePages.ts';
import { beginRequest } from '@rotamer/http/request/beginRequest.ts';
import { answerError, BODY_LIMIT } from '@rotamer/http/request/errorAnswer.ts';
import { addHeadRoutes } from '@rotamer/http/request/headRoutes.ts';
import { requestIdOf } from '@rotamer/http/request/requestId.ts';
import { inRequestSpan } from '@rotamer/http/request/requestSpan.ts';
import { listRoutes, refuseUnknownRoutes } from '@rotamer/http/request/routeTable.ts';
import { answerClientError, answerEverything } from '@rotamer/http/server/clientError.ts';
import { clientTimeouts } from '@rotamer/http/server/clientTimeouts.ts';
import { allowOrigins } from '@rotamer/http/server/crossOrigin.ts';
import { drain } from '@rotamer/http/server/drain.ts';
import { refuseBadHost } from '@rotamer/http/server/hostHeader.ts';
import { watchLateRequests } from '@rotamer/http/server/lateRequests.ts';
import { serverOptions } from '@rotamer/http/server/serverOptions.ts';
import { refuseCompressedBody } from '@rotamer/http/validation/contentEncoding.ts';
import { parseJson } from '@rotamer/http/validation/jsonBody.ts';
import { refuseUnstorableQuery } from '@rotamer/http/validation/unstorableQuery.ts';
import fastify, { type FastifyInstance } from 'fastify';
import { api } from './api.ts';
import type { Deps } from './deps.ts';
import { limitRequests } from './limits/limitRequests.ts';
import { cataloguePages } from './routes/cataloguePages/cataloguePages.ts';
import { consolePages } from './routes/consolePages/consolePages.ts';
import { docs } from './routes/docs.ts';
import { downloadBlob } from './routes/downloadBlob.ts';
import { healthz } from './routes/healthz.ts';
import { operatorRoute } from './routes/operator/operatorRoute.ts';
import { review } from './routes/reviewPage/reviewPage.ts';
import { share } from './routes/sharePage/sharePage.ts';

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
    ...serverOptions({ log, trustedProxies, timeouts }),
    genReqId: requestIdOf,
    bodyLimit: BODY_LIMIT,
    http: {
      headersTimeout: timeouts.headersMs,
      connectionsCheckingInterval: timeouts.checkMs,
      highWaterMark: SOCKET_BUFFER,
      // hostHeader.ts refuses a missing Host with the error envelope.
      requireHostHeader: false,
    },
    clientErrorHandler: (error, socket) => refuse(error, socket),
    // A request whose URL cannot be decoded reaches no hook.
    frameworkErrors: async (error, request, reply) => {
      begin(request, reply);
      const refusal = await limit(request, reply).catch((refused: unknown) => refused);
      answerError(refusal ?? error, request, reply);
    },
    // Fastify's own HEAD routes would read a download to its end, and begin an event stream. headRoutes.ts adds ours.
    exposeHeadRoutes: false,
    // Requests on open connections are still served until the server closes.
    return503OnClosing: false,
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
