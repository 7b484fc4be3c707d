import type { Bus } from '@rotamer/kit/bus/bus.ts';

const TOPIC = 'notifications.events.v1';

/** Wakes the readers of feeds. */
export interface FeedHub {
  /** Calls back after new events of a workspace, and when some may have been missed. The returned function unsubscribes. */
  watch(workspaceId: string, wake: () => void): () => void;
  stop(): Promise<void>;
}

/** One tail of the bus wakes all streams of the process. */
export async function startFeedHub(bus: Pick<Bus, 'tail'>): Promise<FeedHub> {
  const watched = new Map<string, Set<() => void>>();
  const wakeAll = (workspaceId: string) => {
    for (const wake of watched.get(workspaceId) ?? []) wake();
  };
  const tail = await bus.tail(
    TOPIC,
    ({ key }) => wakeAll(key),
    () => {
      for (const workspaceId of watched.keys()) wakeAll(workspaceId);
    },
  );
  return {
    watch(workspaceId, wake) {
      const wakes = watched.get(workspaceId) ?? new Set();
      watched.set(workspaceId, wakes.add(wake));
      return () => {
        wakes.delete(wake);
        if (wakes.size === 0 && watched.get(workspaceId) === wakes) watched.delete(workspaceId);
      };
    },
    stop: tail.stop,
  };
}
