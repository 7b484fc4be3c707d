/** When batches leave. All times are milliseconds of one monotonic clock. */
export interface Departures {
  /** A batch leaves. */
  left(now: number): Departure;
  /** All of its items are answered; so many others wait. */
  ended(departure: Departure, items: number, waiting: number, now: number): void;
  /** How long the items that wait still wait for others; 0 or less: the next batch leaves. */
  early(waiting: number, now: number): number;
}

interface Departure {
  leftAt: number;
}

export interface DeparturePolicy {
  /** New items wait for the batch in flight at most this long before another batch is started; 0 by default. */
  patienceMs?: number;
  /**
   * Callers that were answered together tend to come again together: after a batch of several the next one waits at most this long for
   * as many. Otherwise the first of them leaves alone, the others wait for its return, and so on, in turn. 0 by default.
   */
  regatherMs?: number;
}

/** Decides when the next batch leaves; the caller knows the time and how many items wait. */
export function createDepartures({ patienceMs = 0, regatherMs = 0 }: DeparturePolicy = {}): Departures {
  /** The batch that left last, while it is in flight. */
  let youngest: Departure | undefined;
  let crowd = { size: 1, awaitedUntil: 0 };
  return {
    left(now) {
      youngest = { leftAt: now };
      return youngest;
    },
    ended(departure, items, waiting, now) {
      // An older one was slow: what waits has others to wait for by now.
      if (departure !== youngest) return;
      youngest = undefined;
      crowd = { size: Math.max(items, waiting), awaitedUntil: now + regatherMs };
    },
    early(waiting, now) {
      if (youngest) return youngest.leftAt + patienceMs - now;
      return waiting < crowd.size ? crowd.awaitedUntil - now : 0;
    },
  };
}
