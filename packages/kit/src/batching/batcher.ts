import { AbortError } from 'abort-controller-x';
import { dependencyUnavailable } from '../errors/fault.ts';
import { activeSpan, inBatchSpan } from '../telemetry/spans.ts';
import { inCall } from './callSignal.ts';
import { createFairQueue, type Entry } from './fairQueue.ts';

export interface BatcherOptions<Item, Result> {
  /**
   * Does all items of a batch; answers in their order, an Error for one that failed. What it throws fails them all. Must
   * end soon after the signal is aborted: nobody waits any more.
   */
  run: (items: Item[], signal: AbortSignal) => Promise<(Result | Error)[]>;
  /** Batches away at a time. */
  maxInFlight: number;
  /** What arrives gathers behind a batch for as long as it is away, at most this time; 0 by default. */
  patienceMs?: number;
  /** Items of one batch. */
  maxItems: number;
  /** Bytes of one batch, as `bytesOf` counts them; a larger item travels alone. */
  maxBytes?: number;
  /** Encoded size of an item. */
  bytesOf?: (item: Item) => number;
  /** Whose an item is: when more waits than fits, one of each leaves in turn. */
  fairKey?: (item: Item) => string;
}

/** How long somebody waits for an item. */
export interface Wait {
  /** Aborted when nobody waits for it any more: it is not sent, or no longer waited for. */
  signal?: AbortSignal;
  /** Milliseconds since the epoch; whoever has no answer by then is told `service_unavailable`. */
  deadlineMs?: number;
}

/** Does an item together with others. */
export type Batcher<Item, Result> = (item: Item, wait?: Wait) => Promise<Result>;

interface Waiting<Item, Result> extends Entry {
  item: Item;
  /** The span that it waits in. */
  span: ReturnType<typeof activeSpan>;
  settle: (verdict: Result | Error) => void;
  /** Nobody waits for it any more. */
  leave: () => void;
}

/**
 * Group commit: the first item leaves at once, in the same turn of the event loop; what arrives while `maxInFlight` batches
 * are away gathers and travels with the next. A batch is aborted when nobody waits for any of its items.
 */
export function createBatcher<Item, Result>(options: BatcherOptions<Item, Result>): Batcher<Item, Result> {
  const { run, maxInFlight, patienceMs = 0, maxItems, maxBytes = Number.POSITIVE_INFINITY, bytesOf, fairKey } = options;
  const queue = createFairQueue<Waiting<Item, Result>>();
  let inFlight = 0;
  let leaving = false;
  /** The batch that left last, while it is away. */
  let youngest: { leftAt: number } | undefined;
  let gathering = false;

  function leaveSoon(): void {
    if (leaving || inFlight >= maxInFlight) return;
    leaving = true;
    // What arrives in the same turn of the event loop travels together; a lone item waits for no timer.
    setImmediate(() => {
      leaving = false;
      leave();
    });
  }

  function leave(): void {
    while (inFlight < maxInFlight && queue.size > 0) {
      const early = youngest ? youngest.leftAt + patienceMs - performance.now() : 0;
      if (early > 0) {
        leaveIn(early);
        return;
      }
      void travel(queue.take({ items: maxItems, bytes: maxBytes }));
    }
  }

  function leaveIn(ms: number): void {
    if (gathering) return;
    gathering = true;
    setTimeout(() => {
      gathering = false;
      leave();
    }, Math.ceil(ms));
  }

  async function travel(batch: Waiting<Item, Result>[]): Promise<void> {
    const trip = { leftAt: performance.now() };
    youngest = trip;
    inFlight++;
    const verdicts = await runOne(batch).catch((error) => batch.map(() => toError(error)));
    inFlight--;
    if (youngest === trip) youngest = undefined;
    batch.forEach(({ settle }, i) => {
      settle(verdicts[i]!);
    });
    leave();
  }

  async function runOne(batch: Waiting<Item, Result>[]): Promise<(Result | Error)[]> {
    const { signal } = wantedByAny(batch);
    const items = batch.map(({ item }) => item);
    const spans = batch.map(({ span }) => span);
    const verdicts = await inCall(signal, () => inBatchSpan('batch', spans, {}, () => run(items, signal)));
    if (verdicts.length === batch.length) return verdicts;
    throw new Error(`a batch of ${batch.length} items got ${verdicts.length} results`);
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
      const late = () => giveUp(dependencyUnavailable(new Error('no answer in time')));
      const timer = deadlineMs === undefined ? undefined : setTimeout(late, Math.max(0, deadlineMs - Date.now()));
      signal?.addEventListener('abort', goAway);
      queue.add(waiting);
      leaveSoon();
    });
  };
}

/** Aborted when nobody waits for any item of the batch; never while somebody does who has all the time in the world. */
function wantedByAny<Item, Result>(batch: Waiting<Item, Result>[]): AbortController {
  const nobody = new AbortController();
  let wanted = batch.length;
  for (const waiting of batch) {
    waiting.leave = () => {
      wanted--;
      if (wanted === 0) nobody.abort();
    };
  }
  return nobody;
}

function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
