import { createSessionLock } from '../db/sessionLock.ts';
import { type Loop, STANDBY } from '../process/loop.ts';
import { startWokenLoop, type WokenLoopOptions } from './startWokenLoop.ts';

export interface ElectedLoopOptions extends Omit<WokenLoopOptions, 'onStopped'> {
  /** The database in which the lock is held. */
  url: string;
  /** The name of the lock. One process at a time holds it. */
  lock: string;
}

/**
 * Starts a loop that runs in one process of all replicas at a time. Another process takes over when that process stops or
 * loses its connection; a lost connection also aborts the pass.
 */
export function startElectedLoop({ url, lock, pass, ...options }: ElectedLoopOptions): Loop {
  const turn = createSessionLock(url, lock);
  return startWokenLoop({
    ...options,
    pass: async (stopped) => ((await turn.take()) ? pass(AbortSignal.any([stopped, turn.lost])) : STANDBY),
    onStopped: turn.release,
  });
}
