import { setTimeout as sleep } from 'node:timers/promises';
import { processesOf } from './processes.ts';

/**
 * Fails, naming them, when processes of a folder are left. What the kernel is just reaping gets a second's grace by
 * `settleMs`; nothing else is waited for: whoever says that it has stopped has stopped.
 */
export async function waitForNoProcess(folder: string, settleMs = 1_000): Promise<void> {
  const deadline = performance.now() + settleMs;
  for (;;) {
    const left = processesOf(folder);
    if (left.length === 0) return;
    if (performance.now() > deadline) {
      throw new Error(`processes are left:\n${left.map(({ pid, command }) => `${pid} ${command}`).join('\n')}`);
    }
    await sleep(50);
  }
}
