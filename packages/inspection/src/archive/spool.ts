import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { copies } from '../byteStreams.ts';

/** The disk budget that all spools share. */
export interface Disk {
  leftBytes: number;
}

/** There is no room for a spool at the moment; not the file's fault. */
export class NoRoom extends Error {
  constructor(cause?: unknown) {
    super('no room on disk to inspect the archive', { cause });
  }
}

/**
 * Writes the bytes to a temporary file for as long as the caller needs it: ZIP is read from its end.
 *
 * @throws NoRoom
 */
export async function* spooled(bytes: AsyncIterable<Uint8Array>, disk: Disk): AsyncGenerator<string> {
  const folder = await mkdtemp(join(tmpdir(), `rotamer-inspect-${process.pid}-`)).catch(noRoom);
  let taken = 0;
  async function* counted() {
    for await (const chunk of copies(bytes)) {
      if (chunk.length > disk.leftBytes) throw new NoRoom();
      disk.leftBytes -= chunk.length;
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
    disk.leftBytes += taken;
  }
}

/** Errors of the disk are no room; those of the bytes stay as they are. */
function noRoom(error: Error): never {
  throw 'syscall' in error ? new NoRoom(error) : error;
}
