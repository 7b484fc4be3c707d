import type { Subscription } from './bus.ts';

/** The subscriptions of a bus that have not been stopped. */
export interface Subscriptions {
  /** Returns the same subscription; it ends when its owner stops it, or with the bus. */
  keep(subscription: Subscription): Subscription;
  stopAll(): Promise<void>;
}

export function createSubscriptions(): Subscriptions {
  const running = new Set<Subscription>();
  return {
    keep({ stop }) {
      const kept = {
        stop: async () => {
          running.delete(kept);
          await stop();
        },
      };
      running.add(kept);
      return kept;
    },
    async stopAll() {
      await Promise.all([...running].map((subscription) => subscription.stop()));
    },
  };
}
