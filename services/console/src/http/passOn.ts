import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { FastifyReply } from 'fastify';

/** Returns a signal that is aborted when the browser leaves. */
export function leaving(reply: FastifyReply): AbortSignal {
  const left = new AbortController();
  reply.raw.on('close', () => left.abort());
  return left.signal;
}

/** Sends the body of a response as it arrives, with these of its headers. */
export function passOn(reply: FastifyReply, response: Response, names: readonly string[]): FastifyReply {
  for (const name of names) {
    const value = response.headers.get(name);
    if (value !== null) reply.header(name, value);
  }
  reply.code(response.status);
  return response.body ? reply.send(Readable.fromWeb(response.body as ReadableStream)) : reply.send();
}
