import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const REQUEST_ID = /^[A-Za-z0-9_-]{8,64}$/;

/** The client's `X-Request-Id` when it is a plain word, else a new one. */
export function requestIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
}

const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The client's trace (https://www.w3.org/TR/trace-context/), or a new one that nobody records. */
export function traceparentOf(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers.traceparent;
  if (typeof given === 'string' && TRACEPARENT.test(given)) return given;
  const random = randomBytes(24).toString('hex');
  return `00-${random.slice(0, 32)}-${random.slice(32)}-00`;
}
