import { inCall } from '../process/callSignal.ts';
import { type activeSpan, inBatchSpan } from '../telemetry/spans.ts';

/**
 * Processes all items of a batch. It returns the results in the order of the items, with an Error for each item that
 * failed. Or it calls `Tell` for each result as soon as the result is there, and returns nothing. An exception fails
 * every item that has no result yet. Must end soon after the signal is aborted: no caller is waiting any more.
 */
export type RunBatch<Item, Result> = (
  items: Item[],
  signal: AbortSignal,
  tell: Tell<Result>,
) => Promise<(Result | Error)[] | undefined>;

/** Reports the result of one item, which is named by its index in the batch. */
export type Tell<Result> = (index: number, result: Result | Error) => void;

/** An item of a batch, with its caller. */
export interface Travelling<Item, Result> {
  item: Item;
  /** The span of the waiting caller. */
  span: ReturnType<typeof activeSpan>;
  settle: (verdict: Result | Error) => void;
  /** Called when the caller stops waiting. */
  leave: () => void;
}

/** Runs a batch and gives every caller the result of its item. */
export async function answerAll<Item, Result>(
  batch: Travelling<Item, Result>[],
  run: RunBatch<Item, Result>,
): Promise<void> {
  const unanswered = new Set(batch);
  const { signal, endIfUnwanted } = wantedByAny(unanswered);
  const settle = (waiting: Travelling<Item, Result>, verdict: Result | Error) => {
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

/** Creates a signal that is aborted once at least one caller has left and no item still has a waiting caller. */
function wantedByAny<Item, Result>(unanswered: Set<Travelling<Item, Result>>) {
  const nobody = new AbortController();
  let someLeft = false;
  const endIfUnwanted = () => {
    if (someLeft && unanswered.size === 0) nobody.abort();
  };
  for (const waiting of unanswered) {
    // Named before it is assigned: see decisions.md, "Memory of a call".
    const leave = () => {
      someLeft = unanswered.delete(waiting) || someLeft;
      endIfUnwanted();
    };
    waiting.leave = leave;
  }
  return { signal: nobody.signal, endIfUnwanted };
}

function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
