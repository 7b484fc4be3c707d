import { statfsSync } from 'node:fs';
import type { MachineFailure } from './executor.ts';

/** A disk with less free space counts as full: a failed write may leave some space free. */
const NO_ROOM_BYTES = 256 * 1024;

interface Room {
  bsize: number;
  bavail: number;
  files: number;
  ffree: number;
}

/**
 * Returns whether a file system has no room for another file, in bytes or in inodes. File systems without a limit of inodes report 0 of 0.
 */
export function hasNoRoom({ bsize, bavail, files, ffree }: Room): boolean {
  return bavail * bsize < NO_ROOM_BYTES || (files > 0 && ffree === 0);
}

/** Returns whether the disk of a folder is full now. */
export function isDiskFull(folder: string): boolean {
  try {
    return hasNoRoom(statfsSync(folder));
  } catch {
    return false;
  }
}

/** The names of Node and the messages of strerror(3). */
const FULL = /\b(ENOSPC|EDQUOT)\b|No space left on device|Disk quota exceeded/;
const BROKEN = /\bEIO\b|Input\/output error/;

/** Returns the failure of the machine that a failed tool reports on its stderr. */
export function machineFailureIn(stderr: string): MachineFailure | undefined {
  if (FULL.test(stderr)) return 'disk full';
  return BROKEN.test(stderr) ? 'disk broken' : undefined;
}

/** Returns the failure of the machine in an error of the runner, or in its causes. */
export function machineFailureOf(error: unknown): MachineFailure | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 10; at = at.cause, depth++) {
    const { code } = at as NodeJS.ErrnoException;
    if (code === 'ENOSPC' || code === 'EDQUOT') return 'disk full';
    if (code === 'EIO') return 'disk broken';
  }
  return undefined;
}
