import { setTimeout as sleep } from 'node:timers/promises';

export interface Patience {
  /** Limit after which the wait fails. */
  timeoutMs?: number;
  /** Poll interval. Long by default, because keys have a rate limit. */
  everyMs?: number;
}

/** Polls a condition. Returns the first result that is neither false nor undefined. */
export async function waitFor<Result>(
  what: string,
  check: () => Promise<Result | false | undefined> | Result | false | undefined,
  { timeoutMs = 60_000, everyMs = 250 }: Patience = {},
): Promise<Result> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const result = await check();
    if (result !== false && result !== undefined) return result;
    if (performance.now() > deadline) throw new Error(`timed out after ${timeoutMs} ms waiting for ${what}`);
    await sleep(everyMs);
  }
}
