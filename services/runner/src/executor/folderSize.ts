import { lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';

/** A folder with more entries than this counts as full: inodes are a resource too. */
const MAX_ENTRIES = 20_000;

/** Bytes on disk under the folders; looks no further once the limit is passed. */
export async function folderBytes(folders: string[], limit: number): Promise<number> {
  const todo = [...folders];
  let bytes = 0;
  let entries = 0;
  for (let folder = todo.pop(); folder !== undefined; folder = todo.pop()) {
    const names = await opendir(folder).catch((error: NodeJS.ErrnoException) => error.code);
    // Removed meanwhile or made unreadable: its own size was counted.
    if (names === 'ENOENT' || names === 'EACCES') continue;
    // Deeper than a path can be long.
    if (names === undefined || typeof names === 'string') return Number.POSITIVE_INFINITY;
    for await (const entry of names) {
      if (++entries > MAX_ENTRIES || bytes > limit) return Number.POSITIVE_INFINITY;
      const path = join(folder, entry.name);
      const stat = await lstat(path).catch(() => undefined);
      bytes += (stat?.blocks ?? 0) * 512;
      if (entry.isDirectory()) todo.push(path);
    }
  }
  return bytes;
}
