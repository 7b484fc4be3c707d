import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Version, trace id, parent id, flags, and what later versions may add (https://www.w3.org/TR/trace-context/, 3.2). */
const TRACEPARENT = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** The client's trace, in the version that we know, or a new one that nobody records. */
export function traceparentOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const [, version, traceId, parentId, flags, more] = TRACEPARENT.exec(String(headers.traceparent ?? '')) ?? [];
  const isValid = version !== undefined && (version !== '00' || more === undefined);
  if (isValid) return `00-${traceId}-${parentId}-${flags}`;
  const random = randomBytes(24).toString('hex');
  return `00-${random.slice(0, 32)}-${random.slice(32)}-00`;
}
