import type { FastifyReply } from 'fastify';

/** Returns a signal that is aborted when the client of a reply is gone, or has all of it. */
export function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.on('close', () => gone.abort());
  return gone.signal;
}
