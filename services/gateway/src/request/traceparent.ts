import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Version, trace id, parent id, flags, and what later versions may add (https://www.w3.org/TR/trace-context/, 3.2). */
const TRACEPARENT = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** The client's trace, in the version that we know, or a new one that nobody records. */
export function traceparentOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  if (headers.traceparent === undefined) return newTraceparent();
  const [, version, traceId, parentId, flags, more] = TRACEPARENT.exec(String(headers.traceparent)) ?? [];
  const isValid = version !== undefined && (version !== '00' || more === undefined);
  return isValid ? `00-${traceId}-${parentId}-${flags}` : newTraceparent();
}

/** Of UUIDs, because Node keeps their random bytes in stock; randomBytes asks the system for each (5 % of a read's CPU time). */
function newTraceparent(): string {
  const traceId = randomUUID().replaceAll('-', '');
  const parent = randomUUID();
  return `00-${traceId}-${parent.slice(0, 8)}${parent.slice(-8)}-00`;
}
