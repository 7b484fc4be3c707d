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
  /** New items wait for the batch in flight at most this long before another batch is started. */
  patienceMs: number;
  /**
   * Callers that were answered together tend to come again together: after a batch of several the next one waits at most this long for
   * as many. Otherwise the first of them leaves alone, the others wait for its return, and so on, in turn.
   */
  regatherMs: number;
}

export function createDepartures({ patienceMs, regatherMs }: DeparturePolicy): Departures {
  /** The batch that left last, while it is in flight. */
  let youngest: Departure | undefined;
  let crowd = { size: 1, awaitedUntil: 0 };
  return {
    left(now) {
      youngest = { leftAt: now };
      return youngest;
    },
    ended(departure, items, waiting, now) {
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
