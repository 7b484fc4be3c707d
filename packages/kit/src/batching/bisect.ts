import { isUnavailable } from '../errors/fault.ts';

/**
 * Does items together; when that fails, each half by itself, down to the one that makes it fail: a verdict for each, an
 * Error for the culprit alone. What fails because a neighbour is away, or because nobody waits any more, is not tried in
 * smaller parts. `run` does all of its items or none.
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
