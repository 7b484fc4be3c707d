import type { Subscription } from './bus.ts';

/** The subscriptions of a bus that have not been stopped. */
export interface Subscriptions {
  /** The same subscription, to be stopped by whoever has it, or with the bus. */
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
