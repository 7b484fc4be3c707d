import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from './log.ts';

export interface Loop {
  /** Runs the next pass at once instead of after the interval. */
  wake(): void;
  /** Lets the pass in hand finish and ends the loop. */
  stop(): Promise<void>;
}

export interface LoopOptions {
  name: string;
  intervalMs: number;
  log: Logger;
  /** One pass; `true` says there is more to do, so the next pass follows at once. Must honour the signal. */
  pass: (signal: AbortSignal) => Promise<unknown>;
}

/** Repeats a pass for ever, one at a time. A pass that throws is logged and tried again after the interval. */
export function startLoop({ name, intervalMs, log, pass }: LoopOptions): Loop {
  const stopped = new AbortController();
  let awake = new AbortController();

  async function forever(): Promise<void> {
    while (!stopped.signal.aborted) {
      const slept = awake;
      const more = await pass(stopped.signal).catch((error) => {
        if (!stopped.signal.aborted) log.warn({ err: error, loop: name }, 'pass failed');
        return false;
      });
      if (more !== true) {
        await sleep(intervalMs, undefined, { signal: AbortSignal.any([stopped.signal, slept.signal]) }).catch(() => {});
      }
      if (slept.signal.aborted) awake = new AbortController();
    }
  }

  const ended = forever();
  return {
    wake: () => awake.abort(),
    stop: async () => {
      stopped.abort();
      await ended;
    },
  };
}
