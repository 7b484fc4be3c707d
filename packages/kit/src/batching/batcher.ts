import { activeSpan, inBatchSpan } from '../telemetry/spans.ts';
import { callSignal, inCall, whileWanted } from './callSignal.ts';

export interface BatcherOptions<Item, Result> {
  /** How long the first item of a batch waits for company. */
  maxWaitMs: number;
  maxSize: number;
  /** Does all items of one key; answers in their order. */
  run: (key: string, items: Item[]) => Promise<Result[]>;
}

interface Waiting<Item, Result> {
  item: Item;
  /** The call that waits for it. */
  call: AbortSignal | undefined;
  /** The span that it waits in. */
  span: ReturnType<typeof activeSpan>;
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
        const items = batch.map((waiting) => waiting.item);
        const spans = batch.map((waiting) => waiting.span);
        const results = await inCall(wantedByAny(batch), () => inBatchSpan('batch', spans, {}, () => run(key, items)));
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
    const call = callSignal();
    const span = activeSpan();
    const result = new Promise<Result>((resolve, reject) => {
      const queue = queues.get(key);
      if (queue) {
        queue.push({ item, call, span, resolve, reject });
        return;
      }
      const fresh = [{ item, call, span, resolve, reject }];
      queues.set(key, fresh);
      void drain(key, fresh);
    });
    return whileWanted(result, call);
  };
}

/** Aborted when nobody waits for any item of the batch; never while somebody does who has all the time in the world. */
function wantedByAny(batch: { call: AbortSignal | undefined }[]): AbortSignal {
  const nobody = new AbortController();
  let waiting = batch.length;
  const leave = () => {
    waiting--;
    if (waiting === 0) nobody.abort();
  };
  for (const { call } of batch) {
    if (call?.aborted) leave();
    else call?.addEventListener('abort', leave, { once: true });
  }
  return nobody.signal;
}
