/** How often the loop says that it turns. */
const TICK_MS = 50;

/** A timer that is as late as this is late because of something else. */
const NOISE_MS = 10;

/** Nobody asks about what lies longer back. */
const KEPT_MS = 120_000;

/** When this process did not listen. */
export interface Stalls {
  /** How long, of the last so many milliseconds, the event loop did not turn: for want of a processor, or busy with one thing. */
  missedMs(lastMs: number): number;
  stop(): void;
}

/** Watches the event loop by a timer that should fire every 50 ms. */
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
      // A stall may have just ended, and this be asked before the timer above has fired.
      const all = now - expectedAt > NOISE_MS ? [...stalls, { from: expectedAt, to: now }] : stalls;
      return all.reduce((sum, { from, to }) => sum + Math.max(0, to - Math.max(from, now - lastMs)), 0);
    },
    stop: () => clearInterval(timer),
  };
}
