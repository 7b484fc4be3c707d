import { setTimeout as realSleep } from 'node:timers/promises';
import type { Logger } from '@rotamer/kit/process/log.ts';
import { backOff } from './backOff.ts';
import { LastingFailure } from './blobs/lastingFailure.ts';

/** Soon again after a hiccup; in an outage seldom enough to be no load, and often enough to go on soon after its end. */
const PAUSES = { firstMs: 200, longestMs: 10_000 };

/** What waiting hardly mends is tried so often, within 3 s; after as many failures an outage is logged. */
const FEW_TRIES = 5;

/** How long the blob store is tried again. */
export interface Patience {
  /** Ends a try that is under way. */
  signal: AbortSignal;
  /** Ends the waiting for another try; aborted at the latest when `signal` is. */
  leaving: AbortSignal;
  /** When no further try begins, by the clock of `now`. */
  until: number;
  now(): number;
  /** Called after each wait: makes sure that what was waited for may still be done. */
  confirm?(): Promise<void>;
  log: Logger;
  /** The clock's own, where a test has made the clock. */
  sleep?(ms: number, signal: AbortSignal): Promise<unknown>;
}

/**
 * Tries again what the blob store did not do, until it does or the patience ends.
 *
 * @throws what the store said last.
 */
export async function persist<Result>(work: () => Promise<Result>, patience: Patience): Promise<Result> {
  const { signal, leaving, until, now, confirm, log, sleep = sleepFor } = patience;
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
