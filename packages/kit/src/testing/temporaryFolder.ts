import { accessSync, constants, existsSync, mkdtempSync, readdirSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandOf } from '@rotamer/neighbours/processes.ts';

const MEMORY = '/dev/shm';
const ROOM_BYTES = 4 * 2 ** 30;

/**
 * Creates a folder for data that is discarded with the run, in memory where there is room: on a disk's file system,
 * creating and dropping a database for each test costs four times the CPU. The folder's name contains our process id.
 */
export function temporaryFolder(name: string): string {
  return mkdtempSync(join(hasRoom() ? MEMORY : tmpdir(), `rotamer-${name}-${process.pid}-`));
}

/** Returns the temporary folders of processes that were killed before they could remove them. */
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

/** Returns whether we may remove the folder: other users of the machine run tests too. */
function isOurs(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Returns whether there is room in memory. By default a container has 64 MB. */
function hasRoom(): boolean {
  if (!existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= ROOM_BYTES;
}
