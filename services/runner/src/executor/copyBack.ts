import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { attemptFolder } from '../child/jobFile.ts';

const MAX_BYTES = 1024 * 1024;
const MAX_ENTRIES = 100;

/** The bytes and entries that may still be copied. */
interface Room {
  bytes: number;
  entries: number;
}

/**
 * Copies the outputs of a job to `root`, because the job's process lives on and could change them while they are read. Returns false, and
 * leaves nothing at `root`, if the outputs are large or contain anything but plain files and folders.
 *
 * The process may change the outputs during the copy too. So each folder and file is opened once, by its name in its opened parent folder
 * and never through a link; everything else uses the descriptor. Synchronous, because a copy is some dozens of short calls, and each would
 * wait for a thread longer than it takes.
 */
export function copyBack(from: string, root: string): boolean {
  const room = { bytes: MAX_BYTES, entries: MAX_ENTRIES };
  const to = attemptFolder(root);
  try {
    mkdirSync(to.root, { mode: 0o700 });
    inFolder(from, (attempt) => copyFolder(attempt('out'), to.outputs, room));
    return true;
  } catch {
    rmSync(to.root, { recursive: true, force: true });
    return false;
  }
}

function copyFolder(from: string, to: string, room: Room): void {
  mkdirSync(to, { mode: 0o700 });
  inFolder(from, (inside, self) => {
    for (const entry of readdirSync(self, { withFileTypes: true })) {
      if (--room.entries < 0) throw new Error('too many files');
      const copy = entry.isDirectory() ? copyFolder : copyFile;
      copy(inside(entry.name), join(to, entry.name), room);
    }
  });
}

function copyFile(from: string, to: string, room: Room): void {
  // Without O_NONBLOCK, opening a pipe would block the runner.
  opened(from, constants.O_NONBLOCK, (file) => {
    const stat = fstatSync(file);
    if (!stat.isFile() || stat.nlink !== 1) throw new Error('not a plain file');
    room.bytes -= stat.size;
    if (room.bytes < 0) throw new Error('too many bytes');
    const bytes = Buffer.alloc(stat.size);
    for (let at = 0; at < bytes.length; ) {
      const read = readSync(file, bytes, at, bytes.length - at, at);
      if (read === 0) throw new Error('shorter than it was');
      at += read;
    }
    writeFileSync(to, bytes, { mode: 0o600, flag: 'wx' });
  });
}

/** Opens a folder. `inside` returns paths of entries in the opened folder, even if its path leads elsewhere by then. */
function inFolder(path: string, work: (inside: (name: string) => string, self: string) => void): void {
  opened(path, constants.O_DIRECTORY, (folder) => {
    const self = `/proc/self/fd/${folder}`;
    work((name) => `${self}/${name}`, self);
  });
}

function opened(path: string, flags: number, work: (descriptor: number) => void): void {
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | flags);
  try {
    work(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
