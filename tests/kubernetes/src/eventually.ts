import { vi } from 'vitest';

/**
 * Waits for a condition of the cluster: answers the first result that is neither false nor undefined. Each look starts
 * programs, so there is one a second.
 */
export function eventually<Result>(check: () => Promise<Result | false | undefined>, timeout: number): Promise<Result> {
  return vi.waitFor(
    async () => {
      const result = await check();
      if (result === false || result === undefined) throw new Error('the condition did not come true');
      return result;
    },
    { timeout, interval: 1_000 },
  );
}
