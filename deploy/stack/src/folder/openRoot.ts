import { existsSync, linkSync, lstatSync, mkdirSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const MIB = 1024 * 1024;

/** Required free space. A new folder takes 90 MiB (measured) and grows at once; a known one needs room for write-ahead log. */
const ROOM_MIB = { new: 200, known: 50 };

/** A data folder that cannot be used. The message says why, and how to choose another. */
export class UnusableDataFolder extends Error {
  constructor(root: string, reason: string, cause?: unknown) {
    super(`Cannot use ${root} as the data folder: ${reason}. Name another one: npm start -- --data <folder>`, {
      cause,
    });
  }
}

/**
 * Creates a data folder or opens an existing one, and checks that it is usable before anything is started on it.
 *
 * @throws UnusableDataFolder
 */
export function openRoot(root: string): void {
  try {
    makeFolder(root);
    refuseForeign(root);
    tryFiles(root);
    refuseFull(root);
  } catch (error) {
    throw error instanceof UnusableDataFolder ? error : new UnusableDataFolder(root, reasonOf(error), error);
  }

  /** Creates one folder at a time, because below /proc Node's recursive mkdir never returns. */
  function makeFolder(path: string): void {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found?.isDirectory()) return;
    if (found) throw new UnusableDataFolder(root, `${path} is a file`);
    if (lstatSync(path, { throwIfNoEntry: false })) throw new UnusableDataFolder(root, `${path} is a link to nothing`);
    if (dirname(path) !== path) makeFolder(dirname(path));
    try {
      mkdirSync(path, { mode: 0o700 });
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EEXIST') return; // made by another process meanwhile
      throw code === 'ENOENT'
        ? new UnusableDataFolder(root, `no folder can be made in ${dirname(path)}`, error)
        : error;
    }
  }
}

/** Refuses the folder of another user, whose stack has files there that only that user may read. */
function refuseForeign(root: string): void {
  const { uid } = statSync(root);
  const own = process.getuid?.();
  if (own === undefined || own === 0 || uid === own) return;
  throw new UnusableDataFolder(root, `it belongs to ${uid === 0 ? 'root' : `the user with the id ${uid}`}`);
}

/** Tries to create files and hard links, which the lock of the folder needs. */
function tryFiles(root: string): void {
  const [file, link] = [join(root, `.try-${process.pid}`), join(root, `.try-${process.pid}-link`)];
  try {
    writeFileSync(file, 'x');
    linkSync(file, link);
  } finally {
    for (const path of [file, link]) rmSync(path, { force: true });
  }
}

function refuseFull(root: string): void {
  const { bavail, bsize } = statfsSync(root);
  const free = Math.floor((bavail * bsize) / MIB);
  const needed = existsSync(join(root, 'postgres')) ? ROOM_MIB.known : ROOM_MIB.new;
  if (free < needed)
    throw new UnusableDataFolder(root, `its disk is full (${free} MiB are free, ${needed} MiB are needed)`);
}

const REASONS: Record<string, string> = {
  EACCES: 'you may not write there',
  EPERM: 'its file system does not allow it (files and hard links are needed)',
  EROFS: 'its file system is read-only',
  ENOSPC: 'its disk is full',
  EDQUOT: 'your quota on its disk is used up',
  ENOTDIR: 'a part of the path is a file',
  ENOENT: 'no file can be made there',
  ENAMETOOLONG: 'the path is too long',
};

function reasonOf(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return REASONS[code] ?? message;
}
