export interface BatcherOptions<Item, Result> {
  /** How long the first item of a batch waits for company. */
  maxWaitMs: number;
  maxSize: number;
  /** Does all items of one key; answers in their order. */
  run: (key: string, items: Item[]) => Promise<Result[]>;
}

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Group commit: items of one key that arrive within a moment, or while a batch of that key is under way, share one run.
 * One run per key at a time, so that a busy workspace queues here instead of on a row lock.
 */
export function createBatcher<Item, Result>({ maxWaitMs, maxSize, run }: BatcherOptions<Item, Result>) {
  const queues = new Map<string, Waiting<Item, Result>[]>();

  async function drain(key: string, queue: Waiting<Item, Result>[]): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, maxWaitMs));
    while (queue.length > 0) {
      const batch = queue.splice(0, maxSize);
      try {
        const results = await run(
          key,
          batch.map((waiting) => waiting.item),
        );
        if (results.length !== batch.length) {
          throw new Error(`a batch of ${batch.length} items got ${results.length} results`);
        }
        batch.forEach((waiting, i) => {
          waiting.resolve(results[i]!);
        });
      } catch (error) {
        for (const waiting of batch) waiting.reject(error);
      }
    }
    queues.delete(key);
  }

  return function add(key: string, item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      const queue = queues.get(key);
      if (queue) {
        queue.push({ item, resolve, reject });
        return;
      }
      const fresh = [{ item, resolve, reject }];
      queues.set(key, fresh);
      void drain(key, fresh);
    });
  };
}
