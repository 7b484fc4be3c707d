import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Fault } from '@rotamer/kit/fault.ts';
import type { Settings, Verdict } from '@rotamer/tools/contract.ts';
import { Piscina } from 'piscina';
import type { CheckTask } from './checkWorker.ts';

export interface CheckPool {
  /** The tool's verdict on a request; a check that takes longer than 2 s refuses the request. */
  check(task: CheckTask): Promise<{ verdict: Verdict; settings: Settings }>;
  stop(): Promise<void>;
}

const TIMEOUT_MS = 2_000;

/** Checks waiting beyond this are refused: they would be too late for their callers anyway. */
const MAX_QUEUE = 1_000;

/** Worker threads that check requests, so that hostile text never blocks the event loop. */
export function startCheckPool(): CheckPool {
  const pool = new Piscina<CheckTask, { verdict: Verdict; settings: Settings }>({
    filename: join(import.meta.dirname, 'checkWorker.ts'),
    minThreads: 1,
    maxThreads: Math.max(1, availableParallelism() - 1),
    idleTimeout: 60_000,
    maxQueue: MAX_QUEUE,
  });

  return {
    async check(task) {
      const timeout = new AbortController();
      const timer = setTimeout(() => timeout.abort(), TIMEOUT_MS);
      try {
        return await pool.run(task, { signal: timeout.signal });
      } catch (error) {
        // Aborting ends the thread; the pool starts another.
        if (timeout.signal.aborted) throw tooSlow();
        if ((error as Error).message === 'Task queue is at limit') throw busy(error);
        throw error;
      } finally {
        clearTimeout(timer);
      }
    },
    stop: () => pool.destroy(),
  };
}

function tooSlow(): Fault {
  return new Fault('validation_error', `input.inputs: could not be checked within ${TIMEOUT_MS / 1000} s`, {
    resolution: 'Send fewer or shorter records.',
    details: { errors: [{ path: 'input.inputs', message: `could not be checked within ${TIMEOUT_MS / 1000} s` }] },
  });
}

function busy(cause: unknown): Fault {
  return new Fault('service_unavailable', 'Too many requests are being checked.', { retryAfterSeconds: 2, cause });
}
