import { addAbortSignal, Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { goneSignal } from '@rotamer/http/request/goneSignal.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Sends the body of a response as it arrives, with these of its headers. */
export function passOn(reply: FastifyReply, response: Response, names: readonly string[]): FastifyReply {
  for (const name of names) {
    const value = response.headers.get(name);
    if (value !== null) reply.header(name, value);
  }
  reply.code(response.status);
  return response.body ? reply.send(Readable.fromWeb(response.body as ReadableStream)) : reply.send();
}

type PassOnEvents = (reply: FastifyReply, open: (signal: AbortSignal) => Promise<Response>) => Promise<FastifyReply>;

/**
 * Returns a function that passes on an event stream of the API until the browser leaves or the console stops. A browser connects
 * again after the console has stopped.
 */
export function eventStreams(app: FastifyInstance): PassOnEvents {
  const stopping = new AbortController();
  app.addHook('preClose', async () => stopping.abort());
  return async (reply, open) => {
    const response = await open(goneSignal(reply));
    // 204 tells an EventSource not to connect again.
    if (!response.ok || !response.body) return reply.code(204).send();
    reply.header('x-accel-buffering', 'no').header('content-type', response.headers.get('content-type'));
    return reply.send(addAbortSignal(stopping.signal, Readable.fromWeb(response.body as ReadableStream)));
  };
}
