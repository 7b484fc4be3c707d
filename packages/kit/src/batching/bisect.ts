import { isTooSlow, isUnavailable } from '../errors/fault.ts';

/**
 * Runs of one batch that may take too long: enough to find two culprits among 200. Where everything is slow, what is left is not tried
 * after them.
 */
export const MAX_SLOW_RUNS = 20;

/**
 * Processes items together; when that fails or takes too long, each half by itself, down to the item that causes it. Returns a
 * result for each, an Error only for the culprit. Outages of a dependency and aborts are not bisected. `run` processes all of its items
 * or none; one that takes too long may have done it all the same, so it is to be idempotent if its outcome can be unknown.
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
