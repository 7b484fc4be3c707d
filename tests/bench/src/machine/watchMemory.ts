import { readFileSync } from 'node:fs';

const EVERY_MS = 200;

/**
 * Watches the memory of processes: the sum of their proportional sets (`Pss` of Linux), in which a page that several
 * processes share counts once. `stop` returns the largest sum in MB.
 */
export function watchMemory(pids: () => number[]): { stop(): number } {
  let most = 0;
  const look = () => {
    most = Math.max(
      most,
      pids().reduce((sum, pid) => sum + pssOf(pid), 0),
    );
  };
  const timer = setInterval(look, EVERY_MS);
  return {
    stop() {
      clearInterval(timer);
      look();
      return Math.round(most / 1_000);
    },
  };
}

/** Returns the proportional set of a process in kB; 0 for one that has ended. */
function pssOf(pid: number): number {
  try {
    return Number(/^Pss: +(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
