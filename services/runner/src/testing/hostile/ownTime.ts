import { readFileSync } from 'node:fs';

/**
 * Returns the milliseconds that passed, without the time in which this thread waited for a processor. A runner cannot act while other
 * programs of the machine keep it from running; time that it wastes itself counts.
 */
export function ownTime(): number {
  return performance.now() - waitedForProcessor();
}

function waitedForProcessor(): number {
  if (process.platform !== 'linux') return 0;
  return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[1]) / 1e6;
}
