import { isUnavailable } from '../errors/fault.ts';

/**
 * Processes items together; when that fails, each half by itself, down to the item that causes the failure. Returns a
 * result for each, an Error only for the culprit. Failures of an unavailable dependency and aborts are not bisected.
 * `run` processes all of its items or none.
 */
export async function bisect<Item, Result>(
  items: Item[],
  run: (items: Item[]) => Promise<(Result | Error)[]>,
): Promise<(Result | Error)[]> {
  try {
    return await run(items);
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    if (items.length <= 1 || isUnavailable(error)) return items.map(() => error);
    const middle = Math.ceil(items.length / 2);
    const first = await bisect(items.slice(0, middle), run);
    return [...first, ...(await bisect(items.slice(middle), run))];
  }
}
