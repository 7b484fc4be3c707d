import { Fault } from './fault.ts';

/** A disk without room, or a user's quota of it. */
const FULL = new Set(['ENOSPC', 'EDQUOT']);

/** The fault of a blob store that does not take or return an object: never the caller's. */
export function storeFault(cause: unknown): Fault {
  const { code } = (cause ?? {}) as NodeJS.ErrnoException;
  if (!FULL.has(code ?? ''))
    return new Fault('service_unavailable', 'The file store is unavailable.', { retryAfterSeconds: 5, cause });
  return new Fault('service_unavailable', 'The file store has no room left.', {
    resolution: 'Send the request again later. The operator has to make room on the disk of the file store.',
    retryAfterSeconds: 60,
    cause,
  });
}
