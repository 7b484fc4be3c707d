import { availableParallelism } from 'node:os';
import { Fault, validationFault } from '@rotamer/kit/errors/fault.ts';
import type { Settings, Verdict } from '@rotamer/tools/contract.ts';
import { Piscina } from 'piscina';
import type { Begun, CheckBatch, CheckOutcome, CheckTask } from './checkWorker.ts';

export interface CheckPool {
  /** The tool's verdict on a request; a check that takes longer than 2 s refuses the request. */
  check(task: CheckTask): Promise<{ verdict: Verdict; settings: Settings }>;
  stop(): Promise<void>;
}

const CHECK_MS = 2_000;
const LOOK_MS = 100;

/** Waiting for a thread is not the request's fault: after this long the service says that it is busy. */
const QUEUE_MS = 8_000;
const MAX_QUEUE = 1_000;

/** Requests that cross to a thread together. */
const AT_ONCE = 16;

interface Waiting {
  task: CheckTask;
  resolve(result: { verdict: Verdict; settings: Settings }): void;
  reject(error: unknown): void;
  /** Whether its check runs or has run. */
  hasBegun: () => boolean;
}

const notYet = () => false;

/**
 * Worker threads that check requests, so that hostile text never blocks the event loop. Requests that arrive while all
 * threads are at work cross together to the next one that is free: the way there and back costs more than most checks.
 */
export function startCheckPool({
  worker = new URL('checkWorker.ts', import.meta.url),
  queueMs = QUEUE_MS,
} = {}): CheckPool {
  const threads = Math.max(1, availableParallelism() - 1);
  const pool = new Piscina<CheckBatch, CheckOutcome[]>({
    filename: worker.href,
    minThreads: 1,
    maxThreads: threads,
    idleTimeout: 60_000,
  });
  const queue: Waiting[] = [];
  let working = 0;

  function pump(): void {
    while (working < threads && queue.length > 0) {
      working++;
      void work(queue.splice(0, AT_ONCE)).finally(() => {
        working--;
        pump();
      });
    }
  }

  /** Has one batch checked. Of a batch whose thread ended only the one that ended it is answered; the others wait again. */
  async function work(batch: Waiting[]): Promise<void> {
    const begun: Begun = new Int32Array(new SharedArrayBuffer(4));
    for (const [i, waiting] of batch.entries()) waiting.hasBegun = () => begun[0]! > i;
    const watch = watchChecks(begun);
    try {
      const outcomes = await pool.run({ tasks: batch.map(({ task }) => task), begun }, { signal: watch.tooLong });
      for (const [i, outcome] of outcomes.entries()) {
        if ('error' in outcome) batch[i]!.reject(outcome.error);
        else batch[i]!.resolve(outcome);
      }
    } catch (error) {
      const [culprit] = batch.splice(Math.max(0, begun[0]! - 1), 1);
      culprit!.reject(watch.tooLong.aborted ? tooSlow() : error);
      for (const waiting of batch) waiting.hasBegun = notYet;
      queue.unshift(...batch);
    } finally {
      watch.end();
    }
  }

  return {
    async check(task) {
      if (queue.length >= MAX_QUEUE) throw busy();
      const { promise, resolve, reject } = Promise.withResolvers<{ verdict: Verdict; settings: Settings }>();
      const waiting: Waiting = { task, resolve, reject, hasBegun: notYet };
      const patience = setTimeout(() => {
        if (!waiting.hasBegun()) reject(busy());
      }, queueMs);
      queue.push(waiting);
      pump();
      return promise.finally(() => clearTimeout(patience));
    },
    stop: () => pool.destroy(),
  };
}

/** Looks at how far a thread has come; `tooLong` is aborted when one check takes more than its time. */
function watchChecks(begun: Begun): { tooLong: AbortSignal; end(): void } {
  const tooLong = new AbortController();
  let seen = 0;
  let since = 0;
  const looking = setInterval(() => {
    const now = performance.now();
    if (begun[0] !== seen) [seen, since] = [begun[0]!, now];
    else if (seen > 0 && now - since >= CHECK_MS) tooLong.abort();
  }, LOOK_MS);
  return { tooLong: tooLong.signal, end: () => clearInterval(looking) };
}

function tooSlow(): Fault {
  return validationFault([
    {
      path: 'input.inputs',
      message: `could not be checked within ${CHECK_MS / 1000} s: send fewer or shorter records`,
    },
  ]);
}

function busy(): Fault {
  return new Fault('service_unavailable', 'Too many requests are being checked.', { retryAfterSeconds: 2 });
}
