import { type Loop, type LoopOptions, startLoop } from '../process/loop.ts';
import { createSessionLock } from './sessionLock.ts';
import type { Signals } from './signals.ts';

export interface ElectedLoopOptions extends LoopOptions {
  /** The database that knows whose turn it is. */
  url: string;
  /** The processes of one lock take turns. */
  lock: string;
  signals: Pick<Signals, 'on'>;
  /** The signal after which the next pass is due at once. */
  wokenBy: string;
}

/**
 * A loop that runs in one process of all replicas at a time; another takes over when that one stops, or loses its
 * connection, which aborts the pass.
 */
export function startElectedLoop({ url, lock, signals, wokenBy, pass, ...options }: ElectedLoopOptions): Loop {
  const turn = createSessionLock(url, lock);
  const loop = startLoop({
    ...options,
    pass: async (stopped) => ((await turn.take()) ? pass(AbortSignal.any([stopped, turn.lost])) : false),
  });
  const off = signals.on(wokenBy, loop.wake);
  return {
    wake: loop.wake,
    async stop() {
      off();
      await loop.stop();
      await turn.release();
    },
  };
}
