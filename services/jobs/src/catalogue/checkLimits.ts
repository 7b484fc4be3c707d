import type { Worker } from 'node:worker_threads';
import { Fault, validationFault } from '@rotamer/kit/errors/fault.ts';
import type { Begun } from './checkBatch.ts';

/** Milliseconds of one check: elapsed time, and CPU time of its thread. */
export interface CheckTime {
  wallMs: number;
  processorMs: number;
}

/** The limits of one check. */
export type CheckLimits = CheckTime;

export const CHECK_LIMITS: CheckLimits = { processorMs: 2_000, wallMs: 8_000 };

/**
 * Why a check was stopped: it used too much CPU time, or its thread did not get enough CPU time before the deadline.
 */
export type Exceeded = 'processor' | 'wall';

/**
 * Returns the limit that a check has exceeded. The CPU limit comes first, because only CPU time of the check itself is
 * the sender's fault.
 */
export function exceeded(taken: CheckTime, limits: CheckLimits): Exceeded | undefined {
  if (taken.processorMs >= limits.processorMs) return 'processor';
  return taken.wallMs >= limits.wallMs ? 'wall' : undefined;
}

const RETRY_AFTER_SECONDS = 2;

/** Returns the refusal of a check for which the machine had no time. */
export function overloaded(): Fault {
  return busy('The service is overloaded and could not validate the request in time');
}

/** Returns the refusal of a check whose workspace has reached its limit of waiting checks. */
export function tooManyWaiting(): Fault {
  return busy('Too many requests of this workspace are waiting for validation');
}

/** Returns the error for the sender of a check that exceeded a limit. */
export function exceededFault(exceeded: Exceeded, { processorMs }: CheckLimits): Fault {
  if (exceeded === 'wall') return overloaded();
  const message = `could not be validated within ${processorMs / 1_000} s; send fewer or shorter records`;
  return validationFault([{ path: 'input.inputs', message }]);
}

function busy(message: string): Fault {
  return new Fault('service_unavailable', `${message}; retry after ${RETRY_AFTER_SECONDS} seconds.`, {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}

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
