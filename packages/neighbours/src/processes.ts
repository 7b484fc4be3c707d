import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Returns the command line of a process, its arguments separated by spaces; empty when the process does not exist or is a
 * zombie. A pid does not identify a process, because it may have been reused; check the command line too.
 */
export function commandOf(pid: number): string {
  if (!Number.isInteger(pid) || pid <= 0) return '';
  if (process.platform !== 'linux') {
    return spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim();
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return ''; // gone
  }
}

/** Sends a signal to a process that may have exited already. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
