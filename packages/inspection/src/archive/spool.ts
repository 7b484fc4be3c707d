import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { copies } from '../byteStreams.ts';

/** A budget of disk space for spools. */
export interface Disk {
  /** Reserves bytes. Returns false when there is not enough room. */
  take(bytes: number): boolean;
  giveBack(bytes: number): void;
}

export const endlessDisk: Disk = { take: () => true, giveBack: () => {} };

/** Creates the budget that all spools share. The spools of one workspace may fill half of it. */
export function createDisk(bytes: number): (workspaceId: string) => Disk {
  const taken = new Map<string, number>();
  let left = bytes;
  const add = (workspaceId: string, change: number) => {
    left -= change;
    const own = (taken.get(workspaceId) ?? 0) + change;
    if (own === 0) taken.delete(workspaceId);
    else taken.set(workspaceId, own);
  };
  return (workspaceId) => ({
    take(wanted) {
      if (wanted > left || (taken.get(workspaceId) ?? 0) + wanted > bytes / 2) return false;
      add(workspaceId, wanted);
      return true;
    },
    giveBack: (given) => add(workspaceId, -given),
  });
}

/** Thrown when there is no room for a spool at the moment. This is not the file's fault. */
export class NoRoom extends Error {
  constructor(cause?: unknown) {
    super('no room on disk to inspect the archive', { cause });
  }
}

/**
 * Writes the bytes to a temporary file, which exists for as long as the caller uses it: a ZIP is read from its end.
 *
 * @throws NoRoom
 */
export async function* spooled(bytes: AsyncIterable<Uint8Array>, disk: Disk): AsyncGenerator<string> {
  const folder = await mkdtemp(join(tmpdir(), `rotamer-inspect-${process.pid}-`)).catch(noRoom);
  let taken = 0;
  async function* counted() {
    for await (const chunk of copies(bytes)) {
      if (!disk.take(chunk.length)) throw new NoRoom();
      taken += chunk.length;
      yield chunk;
    }
  }
  try {
    const path = join(folder, 'upload');
    await pipeline(counted(), createWriteStream(path, { mode: 0o600 })).catch(noRoom);
    yield path;
  } finally {
    await rm(folder, { recursive: true, force: true });
    disk.giveBack(taken);
  }
}

/** Converts errors of the disk to NoRoom, and rethrows errors of the source unchanged. */
function noRoom(error: Error): never {
  throw 'syscall' in error ? new NoRoom(error) : error;
}
