import { setTimeout as realSleep } from 'node:timers/promises';
import type { Logger } from '@rotamer/kit/process/log.ts';
import { backOff } from './backOff.ts';
import { LastingFailure } from './blobs/attemptBlobs.ts';

/**
 * Short at first, for brief failures. Long enough in an outage to be no load on the store, and short enough to continue soon after its end.
 */
const PAUSES = { firstMs: 200, longestMs: 10_000 };

/** Number of tries for failures that look permanent, within 3 s. After as many failures of another kind, an outage is logged. */
const FEW_TRIES = 5;

/** The retry policy for calls to the blob store. */
export interface RetryPolicy {
  /** Aborts a running try. */
  signal: AbortSignal;
  /** Ends the wait for the next try. Aborted at the latest when `signal` is. */
  leaving: AbortSignal;
  /** No try begins after this time, by the clock of `now`. */
  until: number;
  now(): number;
  /** Called after each wait: throws if the call may not be repeated any more. */
  confirm?(): Promise<void>;
  log: Logger;
  /** Replaces the real sleep in tests with their own clock. */
  sleep?(ms: number, signal: AbortSignal): Promise<unknown>;
}

/**
 * Repeats a call to the blob store until it succeeds or the retry policy ends it.
 *
 * @throws the last error of the store.
 */
export async function retryUntil<Result>(work: () => Promise<Result>, retry: RetryPolicy): Promise<Result> {
  const { signal, leaving, until, now, confirm, log, sleep = sleepFor } = retry;
  for (let failures = 1; ; failures++) {
    try {
      return await work();
    } catch (error) {
      const pauseMs = backOff(failures, PAUSES, Math.random());
      const hopeless = error instanceof LastingFailure && failures >= FEW_TRIES;
      if (hopeless || leaving.aborted || now() + pauseMs > until) throw error;
      if (failures === FEW_TRIES) {
        log.warn({ err: error, for_ms: Math.round(until - now()) }, 'the blob store fails, trying again');
      }
      await sleep(pauseMs, leaving).catch(() => Promise.reject(error));
      await confirm?.();
      signal.throwIfAborted();
    }
  }
}

function sleepFor(ms: number, signal: AbortSignal): Promise<void> {
  return realSleep(ms, undefined, { signal });
}
