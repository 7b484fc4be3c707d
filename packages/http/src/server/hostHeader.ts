import type { IncomingMessage } from 'node:http';
import { validationFault } from '@rotamer/kit/errors/fault.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A name, IPv4 address or bracketed IPv6 address, with or without a port. Empty when the client knows no host. */
const HOST = /^(?:[\w.-]+|\[[0-9a-f:.]+\])?(?::\d{1,5})?$/i;

/** Returns whether a text has the form of a Host header. */
export function isHost(text: string): boolean {
  return HOST.test(text);
}

/**
 * Refuses HTTP/1.1 requests without exactly one valid Host (RFC 9112, 3.2), because links in responses may be made from it. Node
 * would refuse only a missing Host, with an empty body.
 */
export function refuseBadHost({ raw }: FastifyRequest, _: FastifyReply, done: () => void): void {
  const message = problemWith(raw);
  if (message) throw validationFault([{ path: 'Host', message }]);
  done();
}

function problemWith(request: IncomingMessage): string | undefined {
  const { host } = request.headers;
  if (host === undefined) return request.httpVersion === '1.1' ? 'is required in HTTP/1.1' : undefined;
  if (countHosts(request) > 1) return 'is sent more than once';
  return isHost(host) ? undefined : 'is not a host with or without a port';
}

function countHosts({ rawHeaders }: IncomingMessage): number {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    if (name.length === 4 && name.toLowerCase() === 'host') count++;
  }
  return count;
}
