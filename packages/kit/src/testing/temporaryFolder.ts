import { accessSync, constants, existsSync, mkdtempSync, readdirSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandOf } from '@rotamer/neighbours/processes.ts';

const MEMORY = '/dev/shm';
const ROOM_BYTES = 4 * 2 ** 30;

/**
 * A new folder for data that goes with the run, in memory where there is room: making and dropping a database for each
 * test costs a disk's file system four times the CPU. Its name tells whose it is.
 */
export function temporaryFolder(name: string): string {
  return mkdtempSync(join(hasRoom() ? MEMORY : tmpdir(), `rotamer-${name}-${process.pid}-`));
}

/** The temporary folders of processes that were killed before they could remove them. */
export function leftFolders(): string[] {
  return [MEMORY, tmpdir()].filter(existsSync).flatMap((parent) =>
    readdirSync(parent)
      .filter((folder) => isLeft(folder))
      .map((folder) => join(parent, folder))
      .filter(isOurs),
  );
}

function isLeft(folder: string): boolean {
  const [, pid] = /^rotamer-[a-z-]+-(\d+)-\w{6}$/.exec(folder) ?? [];
  return pid !== undefined && commandOf(Number(pid)) === '';
}

/** Whether we may remove it: other users of the machine run tests too. */
function isOurs(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** A container has 64 MB of it unless it was given more. */
function hasRoom(): boolean {
  if (!existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= ROOM_BYTES;
}
