import { setTimeout as sleepFor } from 'node:timers/promises';
import type { Logger } from '@rotamer/kit/process/log.ts';
import type { Verdict } from '../attempt/outcome.ts';
import { backOff } from '../backOff.ts';

/**
 * Between two claims of a runner that fails. At first as long as jobs waits before it lets anyone try the job again; a runner
 * that stays broken takes one attempt or two a minute from its queue, which other runners have long taken by then.
 */
const PAUSES = { firstMs: 2_000, longestMs: 60_000 };

export type Sleep = (ms: number, signal: AbortSignal) => Promise<unknown>;

/**
 * Keeps a runner that cannot carry out jobs (its disk is full, its sandbox broken, the blob store away) from failing a whole
 * queue: it claims later and later, and one job at a time, until an attempt shows that it can again.
 */
export function createCaution(log: Logger, sleep: Sleep = (ms, signal) => sleepFor(ms, undefined, { signal })) {
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

    /** What an attempt said, which was claimed after so many failures: those that fail of one cause at a time count once. */
    learn(verdict: Verdict, failuresAtClaim: number): void {
      if (verdict === 'unable') set(Math.max(failures, failuresAtClaim + 1));
      if (verdict !== 'able' || failures === 0) return;
      set(0);
      log.info('this runner can carry out jobs again: claims as usual');
    },

    /**
     * Before a claim. Ends at once when the signal is aborted or an attempt goes well; begins anew when another one fails. After
     * one failure alone there is no pause: it may be the doing of its job, for which those of others must not wait.
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
