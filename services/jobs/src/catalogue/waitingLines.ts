export interface Turn<Item> {
  workspaceId: string;
  item: Item;
}

/** Waiting turns, in one queue for each workspace. */
export interface WaitingLines<Item> {
  /** Returns the workspaces with waiting turns, in the order of their next turns. */
  workspaces(): string[];
  /** Adds a turn. Returns the turn that is refused: none, this one, or the newest of the longest queue. */
  add(turn: Turn<Item>): Turn<Item> | undefined;
  /** Puts a turn at the head of its queue, even if the queue is full. */
  putBack(turn: Turn<Item>): void;
  shift(workspaceId: string): Turn<Item> | undefined;
  /** Moves these workspaces to the end of the round-robin order. */
  moveBack(workspaceIds: Iterable<string>): void;
  /** Removes a turn. Returns whether the turn was still waiting. */
  remove(turn: Turn<Item>): boolean;
}

export function createWaitingLines<Item>(perWorkspace: number, total: number): WaitingLines<Item> {
  const lines = new Map<string, Turn<Item>[]>();
  let size = 0;

  function lineOf(workspaceId: string): Turn<Item>[] {
    const line = lines.get(workspaceId) ?? [];
    lines.set(workspaceId, line);
    return line;
  }

  return {
    workspaces: () => [...lines.keys()],
    add(turn) {
      const own = lines.get(turn.workspaceId)?.length ?? 0;
      if (own >= perWorkspace) return turn;
      let refused: Turn<Item> | undefined;
      if (size >= total) {
        const longest = [...lines.values()].reduce((a, b) => (b.length > a.length ? b : a));
        if (longest.length <= own + 1) return turn;
        refused = longest.pop();
        size--;
      }
      lineOf(turn.workspaceId).push(turn);
      size++;
      return refused;
    },
    putBack(turn) {
      lineOf(turn.workspaceId).unshift(turn);
      size++;
    },
    shift(workspaceId) {
      const turn = lines.get(workspaceId)?.shift();
      if (turn) size--;
      return turn;
    },
    moveBack(workspaceIds) {
      for (const id of workspaceIds) {
        const left = lines.get(id)!;
        lines.delete(id);
        if (left.length > 0) lines.set(id, left);
      }
    },
    remove(turn) {
      const own = lines.get(turn.workspaceId) ?? [];
      const at = own.indexOf(turn);
      if (at === -1) return false;
      own.splice(at, 1);
      size--;
      if (own.length === 0) lines.delete(turn.workspaceId);
      return true;
    },
  };
}
