import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { copies } from '../byteStreams.ts';

/** The bytes as a file of the system's temporary folder for as long as the caller needs it: ZIP is read from its end. */
export async function* spooled(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const folder = await mkdtemp(join(tmpdir(), `rotamer-inspect-${process.pid}-`));
  try {
    const path = join(folder, 'upload');
    await pipeline(copies(bytes), createWriteStream(path, { mode: 0o600 }));
    yield path;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
