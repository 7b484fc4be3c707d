import type { Signals } from '../db/signals.ts';
import { type Loop, type LoopOptions, startLoop } from '../process/loop.ts';

/**
 * Intervals of a loop for which only signals bring more to do. A signal is lost when its sender dies right after its
 * commit, which the long interval covers. A standby takes over, and a failed pass is repeated, after the short one.
 */
export const UNLESS_WOKEN = { intervalMs: 5_000, retryMs: 1_000 };

export interface WokenLoopOptions extends LoopOptions {
  signals: Pick<Signals, 'on'>;
  /** The signals after which the next pass starts at once. */
  wokenBy: string | string[];
  /** Called once the last pass has ended. */
  onStopped?: () => Promise<unknown>;
}

/** Starts a loop that is woken by signals; the interval covers lost signals. */
export function startWokenLoop({ signals, wokenBy, onStopped, ...options }: WokenLoopOptions): Loop {
  const loop = startLoop(options);
  const offs = [wokenBy].flat().map((signal) => signals.on(signal, loop.wake));
  return {
    wake: loop.wake,
    async stop() {
      for (const off of offs) off();
      await loop.stop();
      await onStopped?.();
    },
  };
}
