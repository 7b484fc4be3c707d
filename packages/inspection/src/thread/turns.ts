import { setImmediate } from 'node:timers/promises';

/** Queues of workspaces: one holder at a time for each workspace, in the order of the calls. */
export interface Turns {
  /** Resolves when the workspace is free. The returned function releases it. */
  take(workspaceId: string): Promise<() => void>;
}

export function createTurns(): Turns {
  /** The end of the last queued use of each workspace. */
  const last = new Map<string, Promise<void>>();
  return {
    async take(workspaceId) {
      const before = last.get(workspaceId);
      const { promise: ended, resolve } = Promise.withResolvers<void>();
      last.set(workspaceId, ended);
      await before;
      // Lets other workspaces continue, whose calls arrive as messages.
      await setImmediate();
      return () => {
        resolve();
        if (last.get(workspaceId) === ended) last.delete(workspaceId);
      };
    },
  };
}
