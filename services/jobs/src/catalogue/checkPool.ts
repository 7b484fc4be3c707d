import { availableParallelism } from 'node:os';
import { Fault, validationFault } from '@rotamer/kit/fault.ts';
import type { Settings, Verdict } from '@rotamer/tools/contract.ts';
import { Piscina } from 'piscina';
import type { Begun, CheckTask } from './checkWorker.ts';

export interface CheckPool {
  /** The tool's verdict on a request; a check that takes longer than 2 s refuses the request. */
  check(task: CheckTask): Promise<{ verdict: Verdict; settings: Settings }>;
  stop(): Promise<void>;
}

const CHECK_MS = 2_000;

/** Waiting for a thread is not the request's fault: after this long the service says that it is busy. */
const QUEUE_MS = 8_000;
const MAX_QUEUE = 1_000;

/** Worker threads that check requests, so that hostile text never blocks the event loop. */
export function startCheckPool(): CheckPool {
  const pool = new Piscina<CheckTask & { begun: Begun }, { verdict: Verdict; settings: Settings }>({
    filename: new URL('checkWorker.ts', import.meta.url).href,
    minThreads: 1,
    maxThreads: Math.max(1, availableParallelism() - 1),
    idleTimeout: 60_000,
    maxQueue: MAX_QUEUE,
  });

  return {
    async check(task) {
      const begun: Begun = new Int32Array(new SharedArrayBuffer(4));
      const ended = new AbortController();
      const end = () => ended.abort();
      let timer: NodeJS.Timeout | undefined = setTimeout(end, QUEUE_MS);
      void Promise.resolve(Atomics.waitAsync(begun, 0, 0).value).then(() => {
        clearTimeout(timer);
        if (timer) timer = setTimeout(end, CHECK_MS);
      });
      try {
        return await pool.run({ ...task, begun }, { signal: ended.signal });
      } catch (error) {
        if (ended.signal.aborted && begun[0] === 1) throw tooSlow();
        if (ended.signal.aborted || (error as Error).message === 'Task queue is at limit') throw busy(error);
        throw error;
      } finally {
        clearTimeout(timer);
        timer = undefined;
        // A task that never began is not waited for any longer.
        Atomics.notify(begun, 0);
      }
    },
    stop: () => pool.destroy(),
  };
}

function tooSlow(): Fault {
  return validationFault([
    {
      path: 'input.inputs',
      message: `could not be checked within ${CHECK_MS / 1000} s: send fewer or shorter records`,
    },
  ]);
}

function busy(cause: unknown): Fault {
  return new Fault('service_unavailable', 'Too many requests are being checked.', { retryAfterSeconds: 2, cause });
}
