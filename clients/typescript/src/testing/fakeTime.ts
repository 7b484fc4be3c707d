import type { Time } from '../http/time.ts';

export interface FakeTime extends Time {
  /** The waits that were not interrupted, in milliseconds. */
  waited: number[];
}

/** A clock that jumps to the next wait when nothing else is running. `random` is always 0. */
export function fakeTime(): FakeTime {
  let now = 0;
  let moving = false;
  const waits = new Set<{ at: number; ms: number; resolve: () => void }>();
  const waited: number[] = [];

  async function moveOn(): Promise<void> {
    if (moving) return;
    moving = true;
    while (waits.size > 0) {
      // In-memory streams need some turns of the event loop to pass on their data.
      for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
      const next = [...waits].sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      waits.delete(next);
      now = Math.max(now, next.at);
      waited.push(next.ms);
      next.resolve();
    }
    moving = false;
  }

  return {
    waited,
    now: () => now,
    random: () => 0,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const wait = { at: now + ms, ms, resolve };
        waits.add(wait);
        signal?.addEventListener('abort', () => waits.delete(wait) && reject(signal.reason), { once: true });
        void moveOn();
      }),
  };
}
