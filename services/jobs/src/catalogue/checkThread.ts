import type { ToolContract } from '@rotamer/tools/contract.ts';
import { Piscina } from 'piscina';
import { type Begun, type CheckBatch, type CheckOutcome, type CheckTask, closeBatch } from './checkBatch.ts';
import type { CheckLimits } from './checkLimits.ts';
import { exceededFault, watchChecks } from './checkLimits.ts';

/** The end of a batch: the outcome of each check that began, or the position of the check that ended its thread. */
export type BatchEnd = { outcomes: CheckOutcome[] } | { culprit: number; error: unknown };

/** A thread for checks. A thread that a check has ended is replaced. */
export interface CheckThread {
  /**
   * Checks one batch. Calls `onSlow` with the position of a slow check, after which no other check of the batch begins.
   * Never rejects.
   */
  run(tasks: CheckTask[], limits: CheckLimits, onSlow: (position: number) => void): Promise<BatchEnd>;
  /** Resolves when a thread that has ended has been replaced. */
  replaced(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts a thread in its own pool of one, so that the caller knows which thread is being replaced. `isKept`: the thread
 * starts at once and keeps running while it has no work.
 */
export function startCheckThread(
  worker: URL,
  { isKept, configured }: { isKept: boolean; configured: ToolContract[] },
): CheckThread {
  const thread = new Piscina<CheckBatch, CheckOutcome[]>({
    filename: worker.href,
    minThreads: isKept ? 1 : 0,
    maxThreads: 1,
    idleTimeout: 60_000,
    workerData: { configured },
  });
  return {
    async run(tasks, limits, onSlow) {
      const begun = newCount();
      const watch = watchChecks(
        begun,
        () => thread.threads[0],
        limits,
        () => onSlow(closeBatch(begun)),
      );
      try {
        return { outcomes: await thread.run({ tasks, begun }, { signal: watch.stopped }) };
      } catch (error) {
        const exceeded = watch.exceeded();
        return { culprit: Math.max(0, begun[0]! - 1), error: exceeded ? exceededFault(exceeded, limits) : error };
      } finally {
        watch.end();
      }
    },
    replaced: async () => void (await thread.run({ tasks: [], begun: newCount() }).catch(() => undefined)),
    stop: () => thread.destroy(),
  };
}

function newCount(): Begun {
  return new Int32Array(new SharedArrayBuffer(4));
}
