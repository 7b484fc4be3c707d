import { availableParallelism } from 'node:os';
import { Fault, validationFault } from '@rotamer/kit/errors/fault.ts';
import type { Settings, ToolContract, Verdict } from '@rotamer/tools/contract.ts';
import { Piscina } from 'piscina';
import { type Begun, type CheckBatch, type CheckOutcome, type CheckTask, closeBatch } from './checkBatch.ts';
import { CHECK_LIMITS, type CheckLimits, type Exceeded } from './checkLimits.ts';
import { createCheckQueue } from './checkQueue.ts';
import type { Turn } from './waitingLines.ts';
import { watchChecks } from './watchChecks.ts';

export interface CheckPool {
  /**
   * The tool's verdict on a request.
   *
   * @throws validation_error for a check that computes for longer than 2 s, service_unavailable for a workspace with too many, and
   * where the machine has no time for a check.
   */
  check(workspaceId: string, task: CheckTask): Promise<{ verdict: Verdict; settings: Settings }>;
  stop(): Promise<void>;
}

/** After waiting this long for a thread, a request is answered service_unavailable. */
const QUEUE_MS = 8_000;
const MAX_QUEUE = 1_000;
const MAX_QUEUE_PER_WORKSPACE = 250;

/** Requests sent to a thread in one message. */
const AT_ONCE = 16;

interface Waiting {
  task: CheckTask;
  deadline: number;
  resolve(result: { verdict: Verdict; settings: Settings }): void;
  reject(error: unknown): void;
}

/**
 * Worker threads that check requests, so that hostile text never blocks the event loop. Requests that arrive while all
 * threads are busy are sent to the next free one together: the round trip costs more than most checks. Workspaces take
 * turns (checkQueue.ts), so a slow check delays only the workspace that sent it. `configured`: the contracts of tools that are
 * not built in.
 */
export function startCheckPool({
  worker = new URL('checkWorker.ts', import.meta.url),
  // At least two: one is always left for quick checks.
  threads = Math.max(2, availableParallelism() - 1),
  queueMs = QUEUE_MS,
  configured = [] as ToolContract[],
  limits = CHECK_LIMITS,
} = {}): CheckPool {
  // A pool of one each, so that it is known whose thread is being replaced. One is always there, the others when needed:
  // a thread is 20 MB of memory.
  const all = Array.from({ length: threads }, (_, i) => startThread(worker, { isKept: i === 0, configured }));
  const free = all.toReversed();
  const queue = createCheckQueue<Waiting>({ threads, perWorkspace: MAX_QUEUE_PER_WORKSPACE, total: MAX_QUEUE });

  function pump(): void {
    while (free.length > 0) {
      const batch = queue.take(AT_ONCE);
      if (batch.length === 0) return;
      const thread = free.pop()!;
      void work(thread, batch).finally(() => {
        free.push(thread);
        pump();
      });
    }
  }

  /** Checks one batch. Checks have no side effects, so the companions of one that is slow or crashes are checked again. */
  async function work(thread: Thread, batch: Turn<Waiting>[]): Promise<void> {
    const begun = newCount();
    let alone: Turn<Waiting> | undefined;
    // It goes on alone; the rest of its batch is queued again.
    const onSlow = () => {
      alone = batch[closeBatch(begun)];
      if (alone) isolate(alone, batch);
    };
    const watch = watchChecks(begun, () => thread.threads[0], limits, onSlow);
    try {
      const tasks = batch.map(({ item }) => item.task);
      const outcomes = await thread.run({ tasks, begun }, { signal: watch.stopped });
      queue.leave(alone ? [alone] : batch);
      for (const [i, turn] of batch.entries()) if (!alone || alone === turn) answer(turn, outcomes[i]!);
      for (const { workspaceId } of alone ? [] : batch) queue.noteSpeed(workspaceId, false);
    } catch (error) {
      const culprit = alone ?? batch[Math.max(0, begun[0]! - 1)]!;
      if (!alone) isolate(culprit, batch);
      culprit.item.reject(faultOf(watch.exceeded(), limits) ?? error);
      watch.end();
      // It stays on its thread until there is another in its place, else it would get that of the others next.
      await thread.run({ tasks: [], begun: newCount() }).catch(() => undefined);
      queue.leave([culprit]);
    } finally {
      watch.end();
    }
  }

  /** One check is slow, or has ended its thread: the others of its batch wait again, unless their time is over. */
  function isolate(one: Turn<Waiting>, batch: Turn<Waiting>[]): void {
    queue.noteSpeed(one.workspaceId, true);
    queue.isolate(one, batch);
    for (const turn of batch)
      if (performance.now() > turn.item.deadline && queue.remove(turn)) turn.item.reject(busy(OVERLOADED));
    pump();
  }

  return {
    check(workspaceId, task) {
      const { promise, resolve, reject } = Promise.withResolvers<{ verdict: Verdict; settings: Settings }>();
      const turn = { workspaceId, item: { task, deadline: performance.now() + queueMs, resolve, reject } };
      queue.add(turn)?.item.reject(busy('Too many requests of this workspace are waiting for validation'));
      const timer = setTimeout(() => {
        if (queue.remove(turn)) reject(busy(OVERLOADED));
      }, queueMs);
      pump();
      return promise.finally(() => clearTimeout(timer));
    },
    stop: async () => void (await Promise.all(all.map((thread) => thread.destroy()))),
  };
}

type Thread = Piscina<CheckBatch, CheckOutcome[]>;

function startThread(worker: URL, { isKept, configured }: { isKept: boolean; configured: ToolContract[] }): Thread {
  return new Piscina({
    filename: worker.href,
    minThreads: isKept ? 1 : 0,
    maxThreads: 1,
    idleTimeout: 60_000,
    workerData: { configured },
  });
}

function newCount(): Begun {
  return new Int32Array(new SharedArrayBuffer(4));
}

function answer({ item }: Turn<Waiting>, outcome: CheckOutcome): void {
  if ('error' in outcome) item.reject(outcome.error);
  else item.resolve(outcome);
}

function faultOf(exceeded: Exceeded | undefined, { processorMs }: CheckLimits): Fault | undefined {
  if (exceeded === 'wall') return busy(OVERLOADED);
  if (!exceeded) return undefined;
  const message = `could not be validated within ${processorMs / 1_000} s; send fewer or shorter records`;
  return validationFault([{ path: 'input.inputs', message }]);
}

const OVERLOADED = 'The service is overloaded and could not validate the request in time';
const RETRY_AFTER_SECONDS = 2;

function busy(message: string): Fault {
  return new Fault('service_unavailable', `${message}; retry after ${RETRY_AFTER_SECONDS} seconds.`, {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}
