import { createThreadShares } from './threadShares.ts';
import { createWaitingLines, type Turn } from './waitingLines.ts';

export interface CheckQueueLimits {
  threads: number;
  /** Most waiting checks of one workspace. */
  perWorkspace: number;
  /** Most waiting checks of all workspaces together. */
  total: number;
}

/**
 * Checks that wait for a fixed number of threads, with workspaces in round-robin order. One workspace may use all
 * threads but one. The same limit holds for all workspaces together whose last check was slow, so one thread is always
 * left for the others.
 */
export interface CheckQueue<Item> {
  /**
   * Adds a turn. Returns the turn that is refused: none, this one, or the newest of the workspace with the longest
   * queue.
   */
  add(turn: Turn<Item>): Turn<Item> | undefined;
  /**
   * Takes up to `max` turns for one free thread, round-robin over workspaces. If the next workspace was slow last time,
   * takes only one turn.
   */
  take(max: number): Turn<Item>[];
  /** Records that these turns, which were taken together, have left their thread. */
  leave(turns: Turn<Item>[]): void;
  /** Keeps one of these turns on its thread. The others return unchecked to the head of their workspaces' queues. */
  isolate(one: Turn<Item>, turns: Turn<Item>[]): void;
  /** Records whether the last check of a workspace was slow. */
  recordSpeed(workspaceId: string, isSlow: boolean): void;
  /** Removes a turn from its queue. Returns whether the turn was still waiting. */
  remove(turn: Turn<Item>): boolean;
}

export function createCheckQueue<Item>({ threads, perWorkspace, total }: CheckQueueLimits): CheckQueue<Item> {
  const waiting = createWaitingLines<Item>(perWorkspace, total);
  const shares = createThreadShares(threads);

  /** Takes up to `max` turns of these workspaces in round-robin order. */
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
    recordSpeed: shares.recordSpeed,
    remove: waiting.remove,
  };
}

function idsOf(turns: Turn<unknown>[]): Set<string> {
  return new Set(turns.map(({ workspaceId }) => workspaceId));
}
