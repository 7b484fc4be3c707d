import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { cpuTimes } from './processTree.ts';

const TICK_MS = 10;

/**
 * Starts measuring. The returned function returns the share (0 to 1) of all cores used by other programs since then.
 */
export function watchForeignLoad(): () => number {
  const before = snapshot();
  return () => {
    const after = snapshot();
    const foreignMs = after.busyMs - before.busyMs - (after.ownMs - before.ownMs);
    const capacityMs = (after.at - before.at) * availableParallelism();
    return Math.max(0, foreignMs / capacityMs);
  };
}

function snapshot() {
  const [ownMs = 0] = cpuTimes([process.pid]);
  return { at: performance.now(), busyMs: busyMs(), ownMs };
}

/** Returns the busy time of all cores. Time stolen by a hypervisor is included, interrupts are not. */
function busyMs(): number {
  // proc_stat(5): cpu user nice system idle iowait irq softirq steal
  const [, user = 0, nice = 0, system = 0, , , , , steal = 0] = readFileSync('/proc/stat', 'utf8')
    .split('\n', 1)[0]!
    .split(/\s+/)
    .map(Number);
  return (user + nice + system + steal) * TICK_MS;
}
