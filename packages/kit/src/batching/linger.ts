/** Decides when batches are sent. All times are milliseconds of one monotonic clock. */
export interface Linger {
  /** A batch was sent. */
  left(now: number): SentBatch;
  /** All items of the batch have their results, and `waiting` other items are queued. */
  ended(sent: SentBatch, items: number, waiting: number, now: number): void;
  /** Returns how long queued items must still wait for others. At 0 or less the next batch is sent. */
  early(waiting: number, now: number): number;
}

interface SentBatch {
  leftAt: number;
}

export interface LingerPolicy {
  /** New items wait for the batch in flight at most this long before another batch is started; 0 by default. */
  patienceMs?: number;
  /**
   * Callers that were answered together tend to send again together. After a batch of several items the next batch waits at
   * most this long for as many items. Otherwise the first caller is sent in a batch by itself, the others wait for
   * that batch, and this repeats. 0 by default.
   */
  togetherMs?: number;
}

/** Creates the linger policy of a batcher. The caller passes the time and the number of queued items. */
export function createLinger({ patienceMs = 0, togetherMs = 0 }: LingerPolicy = {}): Linger {
  /** The batch that was sent last, while it is in flight. */
  let youngest: SentBatch | undefined;
  let lastCallers = { size: 1, awaitedUntil: 0 };
  return {
    left(now) {
      youngest = { leftAt: now };
      return youngest;
    },
    ended(sent, items, waiting, now) {
      // An older batch was slow: a newer one was sent since, and queued items wait for that one.
      if (sent !== youngest) return;
      youngest = undefined;
      lastCallers = { size: Math.max(items, waiting), awaitedUntil: now + togetherMs };
    },
    early(waiting, now) {
      if (youngest) return youngest.leftAt + patienceMs - now;
      return waiting < lastCallers.size ? lastCallers.awaitedUntil - now : 0;
    },
  };
}
