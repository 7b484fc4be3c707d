import { setTimeout as sleep } from 'node:timers/promises';
import { processesOf } from './processes.ts';

/**
 * Throws an error that names the processes left in a folder. Waits up to `settleMs` for the kernel to reap exited
 * processes, and for nothing else: a stack that reported its stop must have ended its processes.
 */
export async function waitForNoProcess(folder: string, settleMs = 1_000): Promise<void> {
  const deadline = performance.now() + settleMs;
  for (;;) {
    const left = processesOf(folder);
    if (left.length === 0) return;
    if (performance.now() > deadline) {
      throw new Error(`processes left behind:\n${left.map(({ pid, command }) => `${pid} ${command}`).join('\n')}`);
    }
    await sleep(50);
  }
}
