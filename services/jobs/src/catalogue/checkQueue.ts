import { createThreadShares } from './threadShares.ts';
import { createWaitingLines, type Turn } from './waitingLines.ts';

export interface CheckQueueLimits {
  threads: number;
  /** The longest queue of one workspace. */
  perWorkspace: number;
  /** The longest queue of all together. */
  total: number;
}

/**
 * Checks that wait for a fixed number of threads. Workspaces take turns; each may occupy all threads but one, and so may all
 * workspaces together whose last check was slow: one thread is always left for the others.
 */
export interface CheckQueue<Item> {
  /** Returns the turn that is refused: none, this one, or the newest of the workspace with the longest queue. */
  add(turn: Turn<Item>): Turn<Item> | undefined;
  /** Up to `max` turns for one free thread, one per workspace in turn. A workspace that was slow last time goes alone. */
  take(max: number): Turn<Item>[];
  /** These turns, taken together, have left their thread. */
  leave(turns: Turn<Item>[]): void;
  /** One of these goes on alone; the others return unchecked to the head of their workspaces' queues. */
  isolate(one: Turn<Item>, turns: Turn<Item>[]): void;
  /** Whether the last check of a workspace was slow. */
  noteSpeed(workspaceId: string, isSlow: boolean): void;
  /** Whether it was still waiting. */
  remove(turn: Turn<Item>): boolean;
}

export function createCheckQueue<Item>({ threads, perWorkspace, total }: CheckQueueLimits): CheckQueue<Item> {
  const waiting = createWaitingLines<Item>(perWorkspace, total);
  const shares = createThreadShares(threads);

  /** One of each workspace after the other, while there are any. */
  function shiftInTurn(workspaceIds: string[], max: number): Turn<Item>[] {
    const taken: Turn<Item>[] = [];
    for (let found = true; found; ) {
      found = false;
      for (const id of workspaceIds) {
        const turn = taken.length < max ? waiting.shift(id) : undefined;
        if (!turn) continue;
        taken.push(turn);
        found = true;
      }
    }
    return taken;
  }

  return {
    add: waiting.add,
    take(max) {
      const ready = waiting.workspaces().filter(shares.mayEnter);
      const isAlone = ready.length > 0 && shares.isSlow(ready[0]!);
      const taken = isAlone
        ? shiftInTurn(ready.slice(0, 1), 1)
        : shiftInTurn(
            ready.filter((id) => !shares.isSlow(id)),
            max,
          );
      shares.enter(idsOf(taken));
      waiting.moveBack(idsOf(taken));
      return taken;
    },
    leave: (turns) => shares.leave(idsOf(turns)),
    isolate(one, turns) {
      shares.leave(idsOf(turns));
      shares.enter(idsOf([one]));
      for (const turn of turns.filter((other) => other !== one).toReversed()) waiting.putBack(turn);
    },
    noteSpeed: shares.noteSpeed,
    remove: waiting.remove,
  };
}

function idsOf(turns: Turn<unknown>[]): Set<string> {
  return new Set(turns.map(({ workspaceId }) => workspaceId));
}
