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
