import { setImmediate } from 'node:timers/promises';

/** Turns of workspaces: one at a time of each, in the order in which they were asked for. */
export interface Turns {
  /** Resolves when the workspace's turn has come; the returned function ends it. */
  take(workspaceId: string): Promise<() => void>;
}

export function createTurns(): Turns {
  /** The end of the last turn that each workspace has asked for. */
  const last = new Map<string, Promise<void>>();
  return {
    async take(workspaceId) {
      const before = last.get(workspaceId);
      const { promise: ended, resolve } = Promise.withResolvers<void>();
      last.set(workspaceId, ended);
      await before;
      // Others have their turn meanwhile, which they ask for by messages.
      await setImmediate();
      return () => {
        resolve();
        if (last.get(workspaceId) === ended) last.delete(workspaceId);
      };
    },
  };
}
