import { type Loop, type LoopOptions, startLoop } from '../process/loop.ts';
import type { Signals } from './signals.ts';

export interface WokenLoopOptions extends LoopOptions {
  signals: Pick<Signals, 'on'>;
  /** The signal after which the next pass is due at once. */
  wokenBy: string;
  /** What is left to do once the last pass has ended. */
  onStopped?: () => Promise<unknown>;
}

/** A loop that a signal wakes; the interval is for signals that were lost. */
export function startWokenLoop({ signals, wokenBy, onStopped, ...options }: WokenLoopOptions): Loop {
  const loop = startLoop(options);
  const off = signals.on(wokenBy, loop.wake);
  return {
    wake: loop.wake,
    async stop() {
      off();
      await loop.stop();
      await onStopped?.();
    },
  };
}
