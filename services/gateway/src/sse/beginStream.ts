import type { FastifyReply, FastifyRequest } from 'fastify';
import { EventStream } from './eventStream.ts';

/**
 * The last `onSend` hook of a route that answers an event stream. All other hooks have run; from here on the stream writes
 * its answer itself, and what Fastify made for the request can go: some 12 KB for each stream, for hours (measured).
 */
export function beginStream(
  _: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: (error: null, payload: unknown) => void,
): void {
  if (payload instanceof EventStream) {
    const { raw } = reply.hijack();
    raw.writeHead(raw.statusCode, reply.getHeaders() as Record<string, string>);
    // By themselves: joined with the first event, they stay in memory as the 90 pieces that they are made of.
    raw.flushHeaders();
    payload.begin(raw);
  } else done(null, payload);
}
