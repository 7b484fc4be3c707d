import { availableParallelism } from 'node:os';
import { oncePerTurn } from '@rotamer/kit/process/oncePerTurn.ts';
import type { Settings, ToolContract, Verdict } from '@rotamer/tools/contract.ts';
import type { CheckOutcome, CheckTask } from './checkBatch.ts';
import { overloaded, tooManyWaiting } from './checkFaults.ts';
import { CHECK_LIMITS } from './checkLimits.ts';
import { createCheckQueue } from './checkQueue.ts';
import { type CheckThread, startCheckThread } from './checkThread.ts';
import type { Turn } from './waitingLines.ts';

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
  // One is always there, the others when needed: a thread is 20 MB of memory.
  const all = Array.from({ length: threads }, (_, i) => startCheckThread(worker, { isKept: i === 0, configured }));
  const free = all.toReversed();
  const queue = createCheckQueue<Waiting>({ threads, perWorkspace: MAX_QUEUE_PER_WORKSPACE, total: MAX_QUEUE });

  /** Requests that arrive in the same turn of the event loop are checked together, and go on together. */
  const pumpSoon = oncePerTurn(pump);

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
  async function work(thread: CheckThread, batch: Turn<Waiting>[]): Promise<void> {
    let alone: Turn<Waiting> | undefined;
    const tasks = batch.map(({ item }) => item.task);
    const end = await thread.run(tasks, limits, (position) => {
      // It goes on alone; the rest of its batch is queued again.
      alone = batch[position];
      if (alone) isolate(alone, batch);
    });
    if ('outcomes' in end) {
      queue.leave(alone ? [alone] : batch);
      for (const [i, turn] of batch.entries()) if (!alone || alone === turn) answer(turn, end.outcomes[i]!);
      for (const { workspaceId } of alone ? [] : batch) queue.noteSpeed(workspaceId, false);
      return;
    }
    const culprit = alone ?? batch[end.culprit]!;
    if (!alone) isolate(culprit, batch);
    culprit.item.reject(end.error);
    // It stays on its thread until there is another in its place, else it would get that of the others next.
    await thread.replaced();
    queue.leave([culprit]);
  }

  /** One check is slow, or has ended its thread: the others of its batch wait again, unless their time is over. */
  function isolate(one: Turn<Waiting>, batch: Turn<Waiting>[]): void {
    queue.noteSpeed(one.workspaceId, true);
    queue.isolate(one, batch);
    for (const turn of batch)
      if (performance.now() > turn.item.deadline && queue.remove(turn)) turn.item.reject(overloaded());
    pump();
  }

  return {
    check(workspaceId, task) {
      const { promise, resolve, reject } = Promise.withResolvers<{ verdict: Verdict; settings: Settings }>();
      const turn = { workspaceId, item: { task, deadline: performance.now() + queueMs, resolve, reject } };
      queue.add(turn)?.item.reject(tooManyWaiting());
      const timer = setTimeout(() => {
        if (queue.remove(turn)) reject(overloaded());
      }, queueMs);
      pumpSoon();
      return promise.finally(() => clearTimeout(timer));
    },
    stop: async () => void (await Promise.all(all.map((thread) => thread.stop()))),
  };
}

function answer({ item }: Turn<Waiting>, outcome: CheckOutcome): void {
  if ('error' in outcome) item.reject(outcome.error);
  else item.resolve(outcome);
}
