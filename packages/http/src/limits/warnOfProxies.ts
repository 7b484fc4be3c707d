import type { Clock } from '@rotamer/kit/clock.ts';
import type { Logger } from '@rotamer/kit/process/log.ts';
import type { FastifyRequest } from 'fastify';

const ONCE_IN_MS = 60_000;

/**
 * Warns, at most once a minute, about a proxy that is not trusted. All clients behind such a proxy count as one address, with one
 * limit for all requests without a key.
 */
export function warnOfProxies(clock: Clock, log: Logger): (request: FastifyRequest) => void {
  let silentUntil = 0;
  return (request) => {
    if (request.headers['x-forwarded-for'] === undefined || isTrusted(request)) return;
    const now = clock().getTime();
    if (now < silentUntil) return;
    silentUntil = now + ONCE_IN_MS;
    log.warn(
      { peer: request.socket.remoteAddress },
      'X-Forwarded-For from a peer that is not in ROTAMER_TRUSTED_PROXIES is ignored: its clients count as one address',
    );
  };
}

/** Fastify lists only the peer when the peer is not trusted, and nothing when no proxy is trusted. */
function isTrusted({ ips }: FastifyRequest): boolean {
  return ips !== undefined && ips.length > 1;
}
