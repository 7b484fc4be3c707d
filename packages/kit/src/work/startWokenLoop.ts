import type { Signals } from '../db/signals.ts';
import { type Loop, type LoopOptions, startLoop } from '../process/loop.ts';

export interface WokenLoopOptions extends LoopOptions {
  signals: Pick<Signals, 'on'>;
  /** The signals after which the next pass is due at once. */
  wokenBy: string | string[];
  /** What is left to do once the last pass has ended. */
  onStopped?: () => Promise<unknown>;
}

/** A loop that signals wake; the interval is for signals that were lost. */
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
