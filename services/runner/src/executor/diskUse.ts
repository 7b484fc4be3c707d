import { type Dir, type Dirent, lstatSync, opendirSync, readdirSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';

// Synchronous, because a check must be short also on a machine that a tool keeps busy: each asynchronous call would
// wait to be scheduled, and there would be thousands of them. At most 10,000 entries are checked, some 30 ms.

/** A folder with more entries than this counts as full: inodes are a resource too. */
const MAX_ENTRIES = 10_000;

/** Bytes on disk in the folders; stops counting once the limit is exceeded. */
export function folderBytes(folders: string[], limit: number): number {
  const todo = [...folders];
  let bytes = 0;
  let entries = 0;
  for (let folder = todo.pop(); folder !== undefined; folder = todo.pop()) {
    const names = open(folder);
    if (names === 'too deep') return Number.POSITIVE_INFINITY;
    for (const entry of entriesOf(names)) {
      if (++entries > MAX_ENTRIES || bytes > limit) return Number.POSITIVE_INFINITY;
      const path = join(folder, entry.name);
      bytes += (ifThere(() => lstatSync(path))?.blocks ?? 0) * 512;
      if (entry.isDirectory()) todo.push(path);
    }
  }
  return bytes;
}

/**
 * Counts the entries below a folder, without following links. Returns Infinity for more than MAX_ENTRIES, and 0 for a folder that does not
 * exist any more.
 */
export function countEntries(folder: string): number {
  const todo = [folder];
  let entries = 0;
  for (let at = todo.pop(); at !== undefined; at = todo.pop()) {
    const names = open(at);
    if (names === 'too deep') return Number.POSITIVE_INFINITY;
    for (const entry of entriesOf(names)) {
      if (++entries > MAX_ENTRIES) return Number.POSITIVE_INFINITY;
      if (entry.isDirectory()) todo.push(join(at, entry.name));
    }
  }
  return entries;
}

/** Bytes on disk of files that processes hold open after they were deleted. */
export function deletedBytes(pids: number[]): number {
  const sizes = new Map<number, number>();
  for (const pid of pids) {
    for (const descriptor of ifThere(() => readdirSync(`/proc/${pid}/fd`)) ?? []) {
      const file: Stats | undefined = ifThere(() => statSync(`/proc/${pid}/fd/${descriptor}`));
      if (file?.isFile() && file.nlink === 0) sizes.set(file.ino, file.blocks * 512);
    }
  }
  return [...sizes.values()].reduce((sum, size) => sum + size, 0);
}

/** Returns undefined for a folder that was removed meanwhile or is unreadable. */
function open(folder: string): Dir | undefined | 'too deep' {
  try {
    return opendirSync(folder, { bufferSize: 512 });
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENAMETOOLONG' ? 'too deep' : undefined;
  }
}

function* entriesOf(folder: Dir | undefined): Generator<Dirent> {
  if (!folder) return;
  try {
    for (let entry = folder.readSync(); entry; entry = folder.readSync()) yield entry;
  } finally {
    folder.closeSync();
  }
}

/** Returns undefined for a file that disappeared during the check. */
function ifThere<Result>(check: () => Result): Result | undefined {
  try {
    return check();
  } catch {
    return undefined;
  }
}
