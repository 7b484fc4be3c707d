import { AbortError } from 'abort-controller-x';
import { dependencyUnavailable } from '../errors/fault.ts';
import { oncePerTurn } from '../process/oncePerTurn.ts';
import { activeSpan, inBatchSpan } from '../telemetry/spans.ts';
import { inCall } from './callSignal.ts';
import { createDepartures, type DeparturePolicy } from './departures.ts';
import { createFairQueue, type Entry } from './fairQueue.ts';

export interface BatcherOptions<Item, Result> {
  /**
   * Processes all items of a batch and returns their results in order, an Error for each item that failed. Or it tells
   * results one by one, as soon as they are there, and returns nothing. An exception fails all that were not told.
   * Must end soon after the signal is aborted: no caller is waiting any more.
   */
  run: (items: Item[], signal: AbortSignal, tell: Tell<Result>) => Promise<(Result | Error)[] | undefined>;
  /** Batches in flight at a time. */
  maxInFlight: number;
  /** When a batch leaves that could leave at once (departures.ts); by default it does. */
  departures?: DeparturePolicy;
  /** Most items in one batch. */
  maxItems: number;
  /** Most bytes in one batch, as `bytesOf` counts them; a larger item gets a batch of its own. */
  maxBytes?: number;
  /** Encoded size of an item. */
  bytesOf?: (item: Item) => number;
  /** The owner of an item: when more items wait than fit, owners take turns. */
  fairKey?: (item: Item) => string;
}

const AT_ONCE: DeparturePolicy = { patienceMs: 0, regatherMs: 0 };

/** Gives an item, by its place in the batch, its result. */
export type Tell<Result> = (index: number, result: Result | Error) => void;

/** How long a caller waits for an item. */
export interface Wait {
  /** Aborted when the caller stops waiting: the item is not sent, or its result is dropped. */
  signal?: AbortSignal;
  /** Milliseconds since the epoch; a caller without a result by then gets `service_unavailable`. */
  deadlineMs?: number;
}

/** Processes an item together with others. */
export type Batcher<Item, Result> = (item: Item, wait?: Wait) => Promise<Result>;

interface Waiting<Item, Result> extends Entry {
  item: Item;
  /** The span of the waiting caller. */
  span: ReturnType<typeof activeSpan>;
  settle: (verdict: Result | Error) => void;
  /** The caller has stopped waiting. */
  leave: () => void;
}

/**
 * Group commit: the first item is sent at once, in the same turn of the event loop; items that arrive while
 * `maxInFlight` batches are in flight go with the next. A batch is aborted when no caller waits for any of its items.
 */
export function createBatcher<Item, Result>(options: BatcherOptions<Item, Result>): Batcher<Item, Result> {
  const { run, maxInFlight, maxItems, maxBytes = Number.POSITIVE_INFINITY, bytesOf, fairKey } = options;
  const queue = createFairQueue<Waiting<Item, Result>>();
  const departures = createDepartures(options.departures ?? AT_ONCE);
  let inFlight = 0;
  let later: NodeJS.Timeout | undefined;

  // Items that arrive in the same turn of the event loop share a batch; a lone item waits for no timer.
  const leaveSoon = oncePerTurn(leave);

  function leave(): void {
    clearTimeout(later);
    while (inFlight < maxInFlight && queue.size > 0) {
      const early = departures.early(Math.min(queue.size, maxItems), performance.now());
      if (early > 0) {
        later = setTimeout(leave, Math.ceil(early));
        return;
      }
      void travel(queue.take({ items: maxItems, bytes: maxBytes }));
    }
  }

  async function travel(batch: Waiting<Item, Result>[]): Promise<void> {
    const departure = departures.left(performance.now());
    inFlight++;
    await answer(batch);
    inFlight--;
    departures.ended(departure, batch.length, queue.size, performance.now());
    leave();
  }

  /** Settles every item of the batch. */
  async function answer(batch: Waiting<Item, Result>[]): Promise<void> {
    const unanswered = new Set(batch);
    const { signal, endIfUnwanted } = wantedByAny(unanswered);
    const settle = (waiting: Waiting<Item, Result>, verdict: Result | Error) => {
      if (!unanswered.delete(waiting)) return;
      waiting.settle(verdict);
      endIfUnwanted();
    };
    const items = batch.map(({ item }) => item);
    const spans = batch.map(({ span }) => span);
    const tell: Tell<Result> = (index, verdict) => settle(batch[index]!, verdict);
    try {
      const verdicts = await inCall(signal, () => inBatchSpan('batch', spans, {}, () => run(items, signal, tell)));
      if (verdicts?.length === batch.length) {
        for (const [i, waiting] of batch.entries()) settle(waiting, verdicts[i]!);
      }
      if (unanswered.size > 0) throw new Error(`${unanswered.size} of ${batch.length} items of a batch got no result`);
    } catch (error) {
      for (const waiting of unanswered) settle(waiting, toError(error));
    }
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
          signal?.removeEventListener('abort', goAway);
          if (verdict instanceof Error) reject(verdict);
          else resolve(verdict);
        },
      };
      const giveUp = (error: Error) => {
        waiting.leave();
        waiting.settle(error);
      };
      const goAway = () => giveUp(new AbortError());
      const late = () => giveUp(dependencyUnavailable(new Error('no result before the deadline')));
      const timer = deadlineMs === undefined ? undefined : setTimeout(late, Math.max(0, deadlineMs - Date.now()));
      signal?.addEventListener('abort', goAway);
      queue.add(waiting);
      leaveSoon();
    });
  };
}

/** A signal that is aborted once callers have left and nobody waits for an item of the batch any more. */
function wantedByAny<Item, Result>(unanswered: Set<Waiting<Item, Result>>) {
  const nobody = new AbortController();
  let someLeft = false;
  const endIfUnwanted = () => {
    if (someLeft && unanswered.size === 0) nobody.abort();
  };
  for (const waiting of unanswered) {
    waiting.leave = () => {
      someLeft = unanswered.delete(waiting) || someLeft;
      endIfUnwanted();
    };
  }
  return { signal: nobody.signal, endIfUnwanted };
}

function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
