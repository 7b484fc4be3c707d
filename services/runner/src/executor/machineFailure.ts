import { statfsSync } from 'node:fs';
import type { MachineFailure } from './executor.ts';

/** Less than this is what writes leave that did not fit. */
const NO_ROOM_BYTES = 256 * 1024;

interface Room {
  bsize: number;
  bavail: number;
  files: number;
  ffree: number;
}

/** Whether a file system has no room for another file, in bytes or in inodes. Those without a number of inodes say 0 of 0. */
export function hasNoRoom({ bsize, bavail, files, ffree }: Room): boolean {
  return bavail * bsize < NO_ROOM_BYTES || (files > 0 && ffree === 0);
}

/** Whether the disk of a folder is full now. */
export function isDiskFull(folder: string): boolean {
  try {
    return hasNoRoom(statfsSync(folder));
  } catch {
    return false;
  }
}

/** As Node, and as strerror(3), names them. */
const FULL = /\b(ENOSPC|EDQUOT)\b|No space left on device|Disk quota exceeded/;
const BROKEN = /\bEIO\b|Input\/output error/;

/** What a tool that failed says of the machine on its stderr. */
export function machineFailureIn(stderr: string): MachineFailure | undefined {
  if (FULL.test(stderr)) return 'disk full';
  return BROKEN.test(stderr) ? 'disk broken' : undefined;
}

/** The same of an error of the runner itself, or of what caused it. */
export function machineFailureOf(error: unknown): MachineFailure | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 10; at = at.cause, depth++) {
    const { code } = at as NodeJS.ErrnoException;
    if (code === 'ENOSPC' || code === 'EDQUOT') return 'disk full';
    if (code === 'EIO') return 'disk broken';
  }
  return undefined;
}
