import { setTimeout as sleepFor } from 'node:timers/promises';
import type { Logger } from '@rotamer/kit/process/log.ts';
import type { Verdict } from '../attempt/outcome.ts';
import { backOff } from '../backOff.ts';

/**
 * Pauses between two claims of a runner that fails. The first is as long as jobs waits before it offers the job again. A runner that stays
 * broken takes one or two attempts a minute from its queue, and other runners have usually taken those jobs by then.
 */
const PAUSES = { firstMs: 2_000, longestMs: 60_000 };

export type Sleep = (ms: number, signal: AbortSignal) => Promise<unknown>;

/**
 * A circuit breaker for a runner that cannot carry out jobs, because its disk is full, its sandbox is broken or the blob store is
 * unavailable. It keeps the runner from failing a whole queue: the runner claims one job at a time, with growing pauses, until an attempt
 * shows that it works again.
 */
export function createClaimBackoff(log: Logger, sleep: Sleep = (ms, signal) => sleepFor(ms, undefined, { signal })) {
  let failures = 0;
  let changed = new AbortController();

  function set(count: number): void {
    if (count === failures) return;
    failures = count;
    changed.abort();
    changed = new AbortController();
  }

  return {
    /** Infrastructure failures in a row. */
    failures: () => failures,

    /**
     * Learns from an attempt that was claimed after `failuresAtClaim` failures. Attempts that fail at the same time, of one cause, count as
     * one failure.
     */
    learn(verdict: Verdict, failuresAtClaim: number): void {
      if (verdict === 'unable') set(Math.max(failures, failuresAtClaim + 1));
      if (verdict !== 'able' || failures === 0) return;
      set(0);
      log.info('this runner can carry out jobs again: claims as usual');
    },

    /**
     * Waits before a claim. Ends at once when the signal is aborted or an attempt succeeds; starts again when another attempt fails. After a
     * single failure it does not wait: the job itself may be at fault, and other jobs must not wait for it.
     */
    async pause(signal: AbortSignal): Promise<void> {
      for (let seen = 1; failures > 1 && failures !== seen && !signal.aborted; ) {
        seen = failures;
        const ms = Math.round(backOff(failures - 1, PAUSES, Math.random()));
        log.warn({ failures, pause_ms: ms }, 'infrastructure failures of this runner: claims one job, after a pause');
        await sleep(ms, AbortSignal.any([signal, changed.signal])).catch(() => {});
      }
    },
  };
}
