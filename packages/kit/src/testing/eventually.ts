import { vi } from 'vitest';

/**
 * Waits for a condition. Returns the first result that is neither false nor undefined, or throws the last error.
 * Times are in milliseconds.
 */
export function eventually<Result>(
  check: () => Promise<Result | false | undefined> | Result | false | undefined,
  timeout = 20_000,
  interval = 20,
): Promise<Result> {
  return vi.waitFor(
    async () => {
      const result = await check();
      if (result === false || result === undefined) throw new Error('the condition did not come true');
      return result;
    },
    { timeout, interval },
  );
}
