import { Fault } from './fault.ts';

/** Error codes of a full disk, or of a user's used-up quota. */
const FULL = new Set(['ENOSPC', 'EDQUOT']);

/** Returns the fault of a blob store that fails to store or return an object. It is never the caller's fault. */
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
