import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { cpuTimes } from './processTree.ts';

const TICK_MS = 10;

/**
 * How often the processes of the bench are looked at, in milliseconds. Linux adds the time of an ended process to its
 * parent's only if the parent waits for it. bubblewrap does not, so its time has to be seen before the process ends.
 */
const LOOK_MS = 250;

/**
 * Starts measuring. The returned function ends it, and returns the share (0 to 1) of all cores used by other programs
 * since then.
 */
export function watchForeignLoad(): () => number {
  const before = { at: performance.now(), busyMs: busyMs() };
  const own = ownTime();
  const timer = setInterval(own, LOOK_MS);
  return () => {
    clearInterval(timer);
    const foreignMs = busyMs() - before.busyMs - own();
    const capacityMs = (performance.now() - before.at) * availableParallelism();
    return Math.max(0, foreignMs / capacityMs);
  };
}

/** Returns a function that returns the CPU time of this process and all that it started, in milliseconds since now. */
function ownTime(): () => number {
  const read = () => cpuTimes([process.pid])[0] ?? 0;
  let used = 0;
  let last = read();
  return () => {
    const now = read();
    // A sum that falls has lost ended processes, whose time was counted when they were seen last.
    used += Math.max(0, now - last);
    last = now;
    return used;
  };
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
