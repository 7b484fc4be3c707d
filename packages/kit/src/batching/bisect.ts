import { isTooSlow, isUnavailable } from '../errors/fault.ts';

/**
 * Most runs of one batch that may time out: enough to find two slow items among 200. When everything is slow, the
 * remaining items are not tried after these runs.
 */
export const MAX_SLOW_RUNS = 20;

/**
 * Processes items together. When that fails or times out, each half is processed separately, down to the items that
 * cause the failure. Returns one result for each item, with an Error only for the items that cause it. Batches are not
 * divided after outages of a dependency and aborts. `run` processes all of its items or none. A run that timed out may
 * have processed its items, so `run` must be idempotent if its outcome can be unknown.
 */
export async function bisect<Item, Result>(
  items: Item[],
  run: (items: Item[]) => Promise<(Result | Error)[]>,
): Promise<(Result | Error)[]> {
  const slow: Error[] = [];
  async function runOrHalve(some: Item[]): Promise<(Result | Error)[]> {
    if (slow.length >= MAX_SLOW_RUNS) return some.map(() => slow[0]!);
    try {
      return await run(some);
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      if (isTooSlow(error)) slow.push(error);
      else if (isUnavailable(error)) return some.map(() => error);
      if (some.length <= 1) return some.map(() => error);
      const middle = Math.ceil(some.length / 2);
      const first = await runOrHalve(some.slice(0, middle));
      return [...first, ...(await runOrHalve(some.slice(middle)))];
    }
  }
  return await runOrHalve(items);
}
