import { Fault } from '@rotamer/kit/errors/fault.ts';
import type { Verdict } from './window.ts';

/** The error for a key or address over its limit. */
export function tooMany({ limit, retryAfterSeconds }: Verdict): Fault {
  return new Fault('rate_limited', `Rate limit of ${limit} requests per minute exceeded.`, { retryAfterSeconds });
}
