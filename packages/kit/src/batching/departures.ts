/** Decides when batches are sent. All times are milliseconds of one monotonic clock. */
export interface Departures {
  /** A batch was sent. */
  left(now: number): Departure;
  /** All items of the batch have their results, and `waiting` other items are queued. */
  ended(departure: Departure, items: number, waiting: number, now: number): void;
  /** Returns how long queued items must still wait for others. At 0 or less the next batch is sent. */
  early(waiting: number, now: number): number;
}

interface Departure {
  leftAt: number;
}

export interface DeparturePolicy {
  /** New items wait for the batch in flight at most this long before another batch is started; 0 by default. */
  patienceMs?: number;
  /**
   * Callers that were answered together tend to send again together. After a batch of several items the next batch waits at
   * most this long for as many items. Otherwise the first caller is sent in a batch by itself, the others wait for
   * that batch, and this repeats. 0 by default.
   */
  regatherMs?: number;
}

/** Creates the linger policy of a batcher. The caller passes the time and the number of queued items. */
export function createDepartures({ patienceMs = 0, regatherMs = 0 }: DeparturePolicy = {}): Departures {
  /** The batch that was sent last, while it is in flight. */
  let youngest: Departure | undefined;
  let crowd = { size: 1, awaitedUntil: 0 };
  return {
    left(now) {
      youngest = { leftAt: now };
      return youngest;
    },
    ended(departure, items, waiting, now) {
      // An older batch was slow: a newer one was sent since, and queued items wait for that one.
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
