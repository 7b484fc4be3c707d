import type { FastifyRequest } from 'fastify';
import { isHost } from './hostHeader.ts';

/** Where one client reaches this service: `https://example.org/rotamer`, without a slash at the end. */
export type BaseUrl = (request: Pick<FastifyRequest, 'host' | 'protocol'>) => string;

/** Addresses by which a machine reaches only itself. */
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/**
 * The base of links in responses. It is the public URL, unless that is a loopback address, as `npm start` sets it: whoever
 * came by another address (a tunnel, a proxy) cannot follow such links, and gets links to the Host of the request. They go only
 * to the client that sent this Host; e-mails always have the public URL. X-Forwarded-* counts from trusted proxies only.
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
 * The way from the page of a request to the root of the service, `./`, `../`, …, for links that work under every address and
 * below every path.
 */
export function rootOf({ url }: Pick<FastifyRequest, 'url'>): string {
  const [path = ''] = url.split('?', 1);
  return '../'.repeat(path.split('/').length - 2) || './';
}

/** The path of the public URL, without a slash at the end: the prefix of cookies' paths. */
export function basePathOf(publicUrl: string): string {
  return new URL(publicUrl).pathname.replace(/\/$/, '');
}
