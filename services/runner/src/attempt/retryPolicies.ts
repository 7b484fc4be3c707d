import type { RetryPolicy } from '../retryUntil.ts';
import type { KeepLeaseDeps, KeptLease } from './keepLease.ts';

/**
 * How long fetching inputs is retried. Jobs allows ten minutes from the claim to the tool's start; a pod may spend the first half of it on
 * its start. The URLs of inputs are valid for ten minutes too.
 */
export const FETCH_MS = 300_000;

type Clock = Pick<KeepLeaseDeps, 'now' | 'log'> & Pick<RetryPolicy, 'sleep'>;

/** Returns the retry policy for fetching inputs. The tool has not run yet, so every reason to stop also ends the retries. */
export function retryFetching({ stopped }: KeptLease, { now, log, sleep }: Clock): RetryPolicy {
  return { signal: stopped, leaving: stopped, until: now() + FETCH_MS, now, log, sleep };
}

/**
 * Returns the retry policy for storing a result, also of a stopped tool. A draining runner begins no further try, but finishes the present
 * one.
 */
export function retryStoring(kept: KeptLease, { now, log, sleep }: Clock): RetryPolicy {
  const { gone, leaving, confirm } = kept;
  return { signal: gone, leaving, until: kept.storeUntil(), now, confirm, log, sleep };
}
