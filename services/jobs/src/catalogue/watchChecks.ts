import type { Worker } from 'node:worker_threads';
import type { Begun } from './checkBatch.ts';
import { type CheckLimits, type Exceeded, exceeded } from './checkLimits.ts';

/** A check that takes longer than this is slow: it continues without other checks in its batch, and its CPU time is measured. */
const SLOW_MS = 50;

const LOOK_MS = 50;

export interface ChecksWatch {
  /** Aborted when a check exceeds its limits. */
  stopped: AbortSignal;
  exceeded(): Exceeded | undefined;
  end(): void;
}

/**
 * Watches the progress of a batch of checks in its thread. Calls `onSlow` once, when a check is slow; no other check
 * may begin after it.
 */
export function watchChecks(
  begun: Begun,
  worker: () => Worker | undefined,
  limits: CheckLimits,
  onSlow: () => void,
): ChecksWatch {
  const stopping = new AbortController();
  let found: Exceeded | undefined;
  let seen = 0;
  let since = 0;
  let processor: ProcessorTime | undefined;

  const looking = setInterval(() => {
    const now = performance.now();
    if (!processor && begun[0] !== seen) [seen, since] = [begun[0]!, now];
    if (seen === 0 || now - since < SLOW_MS) return;
    if (!processor) {
      processor = processorTime(worker());
      onSlow();
    }
    processor.ask();
    found = exceeded({ processorMs: processor.spentMs(), wallMs: now - since }, limits);
    if (found) stopping.abort();
  }, LOOK_MS);

  return { stopped: stopping.signal, exceeded: () => found, end: () => clearInterval(looking) };
}

interface ProcessorTime {
  ask(): void;
  /** CPU time between the first and the last measurement, in milliseconds. */
  spentMs(): number;
}

/** Measures the CPU time of a thread. The thread answers even during a check, as soon as it gets CPU time. */
function processorTime(worker: Worker | undefined): ProcessorTime {
  let asked = false;
  let first: number | undefined;
  let last = 0;
  return {
    async ask() {
      if (asked) return;
      asked = true;
      // A thread that has ended does not answer.
      const usage = await worker?.cpuUsage().catch(() => undefined);
      asked = false;
      if (!usage) return;
      last = (usage.user + usage.system) / 1_000;
      first ??= last;
    },
    spentMs: () => last - (first ?? last),
  };
}
