import { setTimeout as sleep } from 'node:timers/promises';

export interface Patience {
  /** Gives up after this time. */
  timeoutMs?: number;
  /** Pause between two looks; gentle by default, because keys have a request limit. */
  everyMs?: number;
}

/** Looks until there is something to see: answers the first result that is neither false nor undefined. */
export async function waitFor<Result>(
  what: string,
  look: () => Promise<Result | false | undefined> | Result | false | undefined,
  { timeoutMs = 30_000, everyMs = 250 }: Patience = {},
): Promise<Result> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const result = await look();
    if (result !== false && result !== undefined) return result;
    if (performance.now() > deadline) throw new Error(`waited ${timeoutMs} ms in vain for ${what}`);
    await sleep(everyMs);
  }
}
