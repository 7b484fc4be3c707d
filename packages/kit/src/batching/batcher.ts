import { AbortError } from 'abort-controller-x';
import { dependencyUnavailable } from '../errors/fault.ts';
import { oncePerTurn } from '../process/oncePerTurn.ts';
import { activeSpan } from '../telemetry/spans.ts';
import { answerAll, type RunBatch, type Travelling } from './answerAll.ts';
import { createFairQueue, type Entry } from './fairQueue.ts';
import { createLinger, type LingerPolicy } from './linger.ts';

export interface BatcherOptions<Item, Result> {
  /** Processes all items of a batch. */
  run: RunBatch<Item, Result>;
  /** Batches in flight at a time. */
  maxInFlight: number;
  /** When to hold back a batch that could be sent at once; by default batches are sent at once. */
  linger?: LingerPolicy;
  /** Most items in one batch. */
  maxItems: number;
  /** Most bytes in one batch, as `bytesOf` counts them; a larger item is sent in a separate batch. */
  maxBytes?: number;
  /** Encoded size of an item. */
  bytesOf?: (item: Item) => number;
  /** Returns the owner of an item. When more items wait than fit, owners are served round-robin. */
  fairKey?: (item: Item) => string;
}

/** How long a caller waits for an item. */
export interface Wait {
  /** Aborted when the caller stops waiting: the item is not sent, or its result is dropped. */
  signal?: AbortSignal;
  /** Milliseconds since the epoch; a caller without a result by then gets `service_unavailable`. */
  deadlineMs?: number;
}

/** Adds an item to a batch, and returns the result of the item. */
export type Batcher<Item, Result> = (item: Item, wait?: Wait) => Promise<Result>;

/** An item in the queue, and then in a batch. */
interface Waiting<Item, Result> extends Entry, Travelling<Item, Result> {}

/**
 * Creates a batcher (group commit). The first item is sent in the same turn of the event loop, unless the linger policy
 * holds it back. Items that arrive while `maxInFlight` batches are in flight go with the next batch. A batch is aborted when
 * no caller waits for any of its items.
 */
export function createBatcher<Item, Result>(options: BatcherOptions<Item, Result>): Batcher<Item, Result> {
  const { run, maxInFlight, maxItems, maxBytes = Number.POSITIVE_INFINITY, bytesOf, fairKey } = options;
  const queue = createFairQueue<Waiting<Item, Result>>();
  const linger = createLinger(options.linger);
  let inFlight = 0;
  let later: NodeJS.Timeout | undefined;

  // Items that arrive in the same turn of the event loop share a batch. A single item is not delayed by a timer.
  const leaveSoon = oncePerTurn(leave);

  function leave(): void {
    clearTimeout(later);
    while (inFlight < maxInFlight && queue.size > 0) {
      const early = linger.early(queue.size, performance.now());
      if (early > 0) {
        later = setTimeout(leave, Math.ceil(early));
        return;
      }
      void travel(queue.take({ items: maxItems, bytes: maxBytes }));
    }
  }

  async function travel(batch: Waiting<Item, Result>[]): Promise<void> {
    const sent = linger.left(performance.now());
    inFlight++;
    await answerAll(batch, run);
    inFlight--;
    linger.ended(sent, batch.length, queue.size, performance.now());
    leave();
  }

  return function add(item, { signal, deadlineMs } = {}) {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(new AbortError());
        return;
      }
      const waiting: Waiting<Item, Result> = {
        item,
        span: activeSpan(),
        key: fairKey?.(item) ?? '',
        bytes: bytesOf?.(item) ?? 0,
        leave: () => queue.remove(waiting),
        settle: (verdict) => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', abandon);
          if (verdict instanceof Error) reject(verdict);
          else resolve(verdict);
        },
      };
      const giveUp = (error: Error) => {
        waiting.leave();
        waiting.settle(error);
      };
      const abandon = () => giveUp(new AbortError());
      const late = () => giveUp(dependencyUnavailable(new Error('no result before the deadline')));
      const timer = deadlineMs === undefined ? undefined : setTimeout(late, Math.max(0, deadlineMs - Date.now()));
      signal?.addEventListener('abort', abandon);
      queue.add(waiting);
      leaveSoon();
    });
  };
}
