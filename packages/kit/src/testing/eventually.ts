import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for a condition: answers the first result that is neither false nor undefined, or fails with the last error. */
export async function eventually<Result>(
  check: () => Promise<Result | false | undefined> | Result | false | undefined,
  timeoutMs = 10_000,
): Promise<Result> {
  const deadline = Date.now() + timeoutMs;
  let failure: unknown = new Error('the condition did not come true');
  while (Date.now() < deadline) {
    try {
      const result = await check();
      if (result !== false && result !== undefined) return result;
    } catch (error) {
      failure = error;
    }
    await sleep(20);
  }
  throw failure;
}
