import { setTimeout as sleep } from 'node:timers/promises';
import { processesOf } from './processes.ts';

/**
 * Fails, naming them, when processes of a folder are left. `settleMs` allows for processes that the kernel is just
 * reaping; nothing else is waited for: what reports that it has stopped must have stopped.
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
