export interface CheckQueueLimits {
  threads: number;
  /** The longest queue of one workspace. */
  perWorkspace: number;
  /** The longest queue of all together. */
  total: number;
}

export interface Turn<Item> {
  workspaceId: string;
  item: Item;
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
  /** In the order of their next turns. */
  const waiting = new Map<string, Turn<Item>[]>();
  /** Threads occupied by each workspace. */
  const running = new Map<string, number>();
  const slow = new Set<string>();
  const mostThreads = Math.max(1, threads - 1);
  let size = 0;

  function mayRun(workspaceId: string): boolean {
    if ((running.get(workspaceId) ?? 0) >= mostThreads) return false;
    if (!slow.has(workspaceId)) return true;
    return sum([...slow].map((id) => running.get(id) ?? 0)) < mostThreads;
  }

  function shift(workspaceId: string): Turn<Item> | undefined {
    const turn = waiting.get(workspaceId)?.shift();
    if (turn) size--;
    return turn;
  }

  /** To the end of the line, or out of it. */
  function moveBack(workspaceId: string): void {
    const left = waiting.get(workspaceId)!;
    waiting.delete(workspaceId);
    if (left.length > 0) waiting.set(workspaceId, left);
  }

  function enter(turns: Turn<Item>[]): void {
    for (const id of idsOf(turns)) running.set(id, (running.get(id) ?? 0) + 1);
  }

  function leave(turns: Turn<Item>[]): void {
    for (const id of idsOf(turns)) {
      const left = running.get(id)! - 1;
      if (left > 0) running.set(id, left);
      else running.delete(id);
    }
  }

  return {
    add(turn) {
      const own = waiting.get(turn.workspaceId) ?? [];
      if (own.length >= perWorkspace) return turn;
      let refused: Turn<Item> | undefined;
      if (size >= total) {
        const longest = [...waiting.values()].reduce((a, b) => (b.length > a.length ? b : a));
        if (longest.length <= own.length + 1) return turn;
        refused = longest.pop();
        size--;
      }
      waiting.set(turn.workspaceId, own);
      own.push(turn);
      size++;
      return refused;
    },
    take(max) {
      const ready = [...waiting.keys()].filter(mayRun);
      const isAlone = slow.has(ready[0]!);
      const taking = isAlone ? ready.slice(0, 1) : ready.filter((id) => !slow.has(id));
      const taken: Turn<Item>[] = [];
      for (let found = true; found; ) {
        found = false;
        for (const id of taking) {
          const turn = taken.length < (isAlone ? 1 : max) ? shift(id) : undefined;
          if (!turn) continue;
          taken.push(turn);
          found = true;
        }
      }
      enter(taken);
      for (const id of idsOf(taken)) moveBack(id);
      return taken;
    },
    leave,
    isolate(one, turns) {
      leave(turns);
      enter([one]);
      for (const turn of turns.filter((other) => other !== one).toReversed()) {
        const own = waiting.get(turn.workspaceId) ?? [];
        waiting.set(turn.workspaceId, own);
        own.unshift(turn);
        size++;
      }
    },
    noteSpeed(workspaceId, isSlow) {
      if (isSlow) slow.add(workspaceId);
      else slow.delete(workspaceId);
    },
    remove(turn) {
      const own = waiting.get(turn.workspaceId) ?? [];
      const at = own.indexOf(turn);
      if (at === -1) return false;
      own.splice(at, 1);
      size--;
      if (own.length === 0) waiting.delete(turn.workspaceId);
      return true;
    },
  };
}

function idsOf(turns: Turn<unknown>[]): Set<string> {
  return new Set(turns.map(({ workspaceId }) => workspaceId));
}

function sum(numbers: number[]): number {
  return numbers.reduce((a, b) => a + b, 0);
}
