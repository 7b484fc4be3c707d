import { createSessionLock } from '../db/sessionLock.ts';
import type { Loop } from '../process/loop.ts';
import { startWokenLoop, type WokenLoopOptions } from './startWokenLoop.ts';

export interface ElectedLoopOptions extends Omit<WokenLoopOptions, 'onStopped'> {
  /** The database that knows whose turn it is. */
  url: string;
  /** The processes of one lock take turns. */
  lock: string;
}

/**
 * A loop that runs in one process of all replicas at a time; another takes over when that one stops, or loses its
 * connection, which aborts the pass.
 */
export function startElectedLoop({ url, lock, pass, ...options }: ElectedLoopOptions): Loop {
  const turn = createSessionLock(url, lock);
  return startWokenLoop({
    ...options,
    pass: async (stopped) => ((await turn.take()) ? pass(AbortSignal.any([stopped, turn.lost])) : false),
    onStopped: turn.release,
  });
}
