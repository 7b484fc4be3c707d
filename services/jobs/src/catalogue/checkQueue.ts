import { createFairQueue, type Entry } from '@rotamer/kit/batching/fairQueue.ts';

/** A waiting check; `key` is its workspace. */
export interface Turn<Item> extends Entry {
  item: Item;
}

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
  const waiting = createFairQueue<Turn<Item>>();
  const shares = createThreadShares(threads);

  return {
    add(turn) {
      const own = waiting.lengthOf(turn.key);
      if (own >= perWorkspace) return turn;
      let refused: Turn<Item> | undefined;
      if (waiting.size >= total) {
        refused = waiting.newestOfLongest()!;
        if (waiting.lengthOf(refused.key) <= own + 1) return turn;
        waiting.remove(refused);
      }
      waiting.add(turn);
      return refused;
    },
    take(max) {
      const ready = waiting.keys().filter(shares.mayEnter);
      const isSeparate = ready.length > 0 && shares.isSlow(ready[0]!);
      const some = new Set(isSeparate ? ready.slice(0, 1) : ready.filter((id) => !shares.isSlow(id)));
      const room = { items: isSeparate ? 1 : max, bytes: Number.POSITIVE_INFINITY };
      const taken = waiting.take(room, (id) => some.has(id));
      shares.enter(idsOf(taken));
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
  return new Set(turns.map(({ key }) => key));
}

/**
 * Counts the threads of each workspace. A workspace may have all threads but one, and so may all workspaces together
 * whose last check was slow.
 */
export interface ThreadShares {
  mayEnter(workspaceId: string): boolean;
  /** Records that these workspaces share one more thread. */
  enter(workspaceIds: Iterable<string>): void;
  leave(workspaceIds: Iterable<string>): void;
  recordSpeed(workspaceId: string, isSlow: boolean): void;
  isSlow(workspaceId: string): boolean;
}

export function createThreadShares(threads: number): ThreadShares {
  const running = new Map<string, number>();
  const slow = new Set<string>();
  const most = Math.max(1, threads - 1);
  const threadsOf = (workspaceId: string) => running.get(workspaceId) ?? 0;

  return {
    mayEnter(workspaceId) {
      if (threadsOf(workspaceId) >= most) return false;
      if (!slow.has(workspaceId)) return true;
      return [...slow].reduce((sum, id) => sum + threadsOf(id), 0) < most;
    },
    enter(workspaceIds) {
      for (const id of workspaceIds) running.set(id, threadsOf(id) + 1);
    },
    leave(workspaceIds) {
      for (const id of workspaceIds) {
        if (threadsOf(id) > 1) running.set(id, threadsOf(id) - 1);
        else running.delete(id);
      }
    },
    recordSpeed(workspaceId, isSlow) {
      if (isSlow) slow.add(workspaceId);
      else slow.delete(workspaceId);
    },
    isSlow: (workspaceId) => slow.has(workspaceId),
  };
}
