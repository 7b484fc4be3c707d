/** How often the event loop is probed. */
const TICK_MS = 50;

/** Timer jitter up to this does not count as a stall. */
const NOISE_MS = 10;

/** How long stalls are kept; longer than any timeout that asks for them. */
const KEPT_MS = 120_000;

/** When the event loop of this process was stalled. */
export interface Stalls {
  /** Returns for how many of the last `lastMs` milliseconds the event loop was stalled, by lack of CPU or by a long task. */
  missedMs(lastMs: number): number;
  stop(): void;
}

/** Watches the event loop with a timer that should fire every 50 ms. */
export function watchStalls(): Stalls {
  let stalls: { from: number; to: number }[] = [];
  let expectedAt = performance.now() + TICK_MS;
  const timer = setInterval(() => {
    const now = performance.now();
    if (now - expectedAt > NOISE_MS) {
      stalls = stalls.filter(({ to }) => to > now - KEPT_MS);
      stalls.push({ from: expectedAt, to: now });
    }
    expectedAt = now + TICK_MS;
  }, TICK_MS);
  timer.unref();

  return {
    missedMs(lastMs) {
      const now = performance.now();
      // A stall may have ended just now, before the timer above has fired.
      const all = now - expectedAt > NOISE_MS ? [...stalls, { from: expectedAt, to: now }] : stalls;
      return all.reduce((sum, { from, to }) => sum + Math.max(0, to - Math.max(from, now - lastMs)), 0);
    },
    stop: () => clearInterval(timer),
  };
}
