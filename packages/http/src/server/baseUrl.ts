import type { FastifyRequest } from 'fastify';
import { isHost } from './hostHeader.ts';

/** Returns the address at which a client reaches this service: `https://example.org/rotamer`, without a slash at the end. */
export type BaseUrl = (request: Pick<FastifyRequest, 'host' | 'protocol'>) => string;

/** Hosts that only the same machine can reach. */
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/**
 * Returns the function that finds the base of links in responses. The base is the public URL, unless that is a loopback address,
 * as `npm start` sets it. A client behind a tunnel or proxy could not follow loopback links, so the base is then the Host of the
 * request. Such links go only to the client that sent this Host; e-mails always have the public URL. X-Forwarded-* counts only
 * from trusted proxies.
 */
export function createBaseUrl(publicUrl: string): BaseUrl {
  const own = new URL(publicUrl);
  if (!LOOPBACK.test(own.hostname)) return () => publicUrl;
  return ({ host, protocol }) => {
    if (host === '' || host === own.host || !isHost(host)) return publicUrl;
    return new URL(`${protocol}://${host}`).origin + own.pathname.replace(/\/$/, '');
  };
}

/**
 * Returns the relative path from the page of a request to the root of the service: `./`, `../`, …. Links built on it work at
 * every address and below every path.
 */
export function rootOf({ url }: Pick<FastifyRequest, 'url'>): string {
  const [path = ''] = url.split('?', 1);
  return '../'.repeat(path.split('/').length - 2) || './';
}

/** Returns the path of the public URL, without a slash at the end. It is the prefix of cookie paths. */
export function basePathOf(publicUrl: string): string {
  return new URL(publicUrl).pathname.replace(/\/$/, '');
}

/** Returns whether a request came to this machine under another name than that of the public URL: `localhost` for 127.0.0.1. */
export function isOtherLoopback(host: string, publicUrl: string): boolean {
  const own = new URL(publicUrl);
  if (host === own.host || !isHost(host)) return false;
  const asked = new URL(`http://${host}`);
  return LOOPBACK.test(own.hostname) && LOOPBACK.test(asked.hostname) && asked.port === own.port;
}
