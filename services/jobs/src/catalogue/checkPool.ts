import { availableParallelism } from 'node:os';
import { oncePerTurn } from '@rotamer/kit/process/oncePerTurn.ts';
import type { ToolContract } from '@rotamer/tools/contract.ts';
import type { Checked, CheckOutcome, Checks, CheckTask } from './checkBatch.ts';
import { CHECK_LIMITS, overloaded, tooManyWaiting } from './checkLimits.ts';
import { createCheckQueue, type Turn } from './checkQueue.ts';
import { type CheckThread, startCheckThread } from './checkThread.ts';

export interface CheckPool extends Checks {
  stop(): Promise<void>;
}

/** A request that has waited this long for a thread gets service_unavailable. */
const QUEUE_MS = 8_000;
const MAX_QUEUE = 1_000;
const MAX_QUEUE_PER_WORKSPACE = 250;

/** Requests sent to a thread in one message. */
const AT_ONCE = 16;

interface Waiting {
  task: CheckTask;
  deadline: number;
  resolve(result: Checked): void;
  reject(error: unknown): void;
}

/**
 * Starts worker threads that check requests, so that hostile text never blocks the event loop. Requests that arrive
 * while all threads are busy go to the next free thread as one batch, because a round trip costs more than most checks.
 *
 * Workspaces take turns (checkQueue.ts), so a slow check delays only the workspace that sent it. `configured`: the
 * contracts of tools that are not built in.
 */
export function startCheckPool({
  worker = new URL('checkWorker.ts', import.meta.url),
  // At least two, so that one thread is always free for quick checks.
  threads = Math.max(2, availableParallelism() - 1),
  queueMs = QUEUE_MS,
  configured = [] as ToolContract[],
  limits = CHECK_LIMITS,
} = {}): CheckPool {
  // One thread is always running, the others start on demand, because a thread takes 20 MB of memory.
  const all = Array.from({ length: threads }, (_, i) => startCheckThread(worker, { isKept: i === 0, configured }));
  const free = all.toReversed();
  const queue = createCheckQueue<Waiting>({ threads, perWorkspace: MAX_QUEUE_PER_WORKSPACE, total: MAX_QUEUE });

  /**
   * Starts the pump once for all requests that arrive in the same turn of the event loop, so that they are checked and
   * answered together.
   */
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

  /**
   * Checks one batch. When a check is slow or ends its thread, the others of its batch are checked again; checks have
   * no side effects.
   */
  async function work(thread: CheckThread, batch: Turn<Waiting>[]): Promise<void> {
    let alone: Turn<Waiting> | undefined;
    const tasks = batch.map(({ item }) => item.task);
    const end = await thread.run(tasks, limits, (position) => {
      // The slow check continues by itself; the rest of its batch is queued again.
      alone = batch[position];
      if (alone) isolate(alone, batch);
    });
    if ('outcomes' in end) {
      queue.leave(alone ? [alone] : batch);
      for (const [i, turn] of batch.entries()) if (!alone || alone === turn) answer(turn, end.outcomes[i]!);
      for (const { key } of alone ? [] : batch) queue.recordSpeed(key, false);
      return;
    }
    const culprit = alone ?? batch[end.culprit]!;
    if (!alone) isolate(culprit, batch);
    culprit.item.reject(end.error);
    // Keep the slot until the thread is replaced; otherwise this workspace would take the next free thread too.
    await thread.replaced();
    queue.leave([culprit]);
  }

  /**
   * Separates a check that is slow or has ended its thread: the others of its batch wait again, unless their deadline
   * has passed.
   */
  function isolate(one: Turn<Waiting>, batch: Turn<Waiting>[]): void {
    queue.recordSpeed(one.key, true);
    queue.isolate(one, batch);
    for (const turn of batch)
      if (performance.now() > turn.item.deadline && queue.remove(turn)) turn.item.reject(overloaded());
    pump();
  }

  return {
    check(workspaceId, task) {
      const { promise, resolve, reject } = Promise.withResolvers<Checked>();
      const turn = {
        key: workspaceId,
        bytes: 0,
        item: { task, deadline: performance.now() + queueMs, resolve, reject },
      };
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
