import replyFrom from '@fastify/reply-from';
import { answerErrorPlainly } from '@rotamer/http/pages/preparePages.ts';
import { Fault } from '@rotamer/kit/errors/fault.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';

/** How long the console may take until it begins to answer, in milliseconds. */
const ANSWER_MS = 60_000;

/**
 * Connections to the console. Each open event stream of a page has one, and the API lets a workspace have half of all streams (10,000
 * by default). So no workspace can take all connections.
 */
const CONNECTIONS = 25_000;

const UNAVAILABLE = 'Rotamer is unavailable: the console, which shows pages, does not answer.';

/** Headers of a connection, and of a service that the console is not. The console reads the session from the cookie. */
const notPassed = ['authorization', 'connection', 'te', 'upgrade', 'http2-settings'];

/**
 * `/w` and `/console-assets`: pages of the console service, which are at the address of the gateway so that browsers send it the
 * cookie of the session. Requests and responses are passed on as they arrive, also event streams. The console checks everything; it
 * can do no more than the person, because it calls the public API with the person's session.
 */
export function consolePages({ consoleUrl }: Pick<Deps, 'consoleUrl'>) {
  return async (app: FastifyInstance): Promise<void> => {
    await app.register(replyFrom, {
      base: consoleUrl,
      disableRequestLogging: true,
      undici: { connections: CONNECTIONS, headersTimeout: ANSWER_MS, bodyTimeout: 0 },
    });
    // An overloaded gateway refuses pages too, and their readers are people.
    app.setErrorHandler(answerErrorPlainly);
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', (_request, body, done) => done(null, body));
    for (const url of ['/w', '/w/*', '/console-assets/*'])
      app.route({ method: ['GET', 'POST'], url, handler: (request, reply) => pass(request, reply) });
    for (const url of ['/w', '/w/*', '/console-assets/*'])
      app.route({ method: 'HEAD', url, handler: (request, reply) => pass(request, reply) });
  };
}

function pass(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.from(request.raw.url, {
    rewriteRequestHeaders(_request, headers) {
      const passed = Object.entries(headers).filter(([name]) => !notPassed.includes(name));
      return { ...Object.fromEntries(passed), 'x-forwarded-for': request.ip };
    },
    onError(_reply, { error: cause }) {
      request.log.warn({ err: cause }, 'the console does not answer');
      const resolution = 'Try again in a moment.';
      const fault = new Fault('service_unavailable', UNAVAILABLE, { resolution, retryAfterSeconds: 5, cause });
      answerErrorPlainly(fault, request, reply);
    },
  });
}
