import { setTimeout as sleep } from 'node:timers/promises';

/** Pauses between tries to read or store an object; after the last one the attempt is given up. */
const PAUSES_MS = [200, 1_000, 3_000];

/** Tries again what the blob store did not do. */
export async function persist<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
  for (const pauseMs of PAUSES_MS) {
    try {
      return await work();
    } catch {
      signal.throwIfAborted();
      await sleep(pauseMs, undefined, { signal });
    }
  }
  return work();
}
