import type { FastifyRequest } from 'fastify';

/** Returns the form of a request; a form without fields when the body is not a form. */
export function formOf({ body }: FastifyRequest): URLSearchParams {
  return body instanceof URLSearchParams ? body : new URLSearchParams();
}

/** Returns whether the browser marks a request as sent by another site. The header Origin is null for pages without referrer. */
export function isFromOtherSite({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  return site !== undefined && site !== 'same-origin' && site !== 'none';
}
