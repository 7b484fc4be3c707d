import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';

/** Hashes the existing part of a file with SHA-256. */
export async function hashFile(path: string): Promise<Hash> {
  const hash = createHash('sha256');
  for await (const bytes of createReadStream(path)) hash.update(bytes);
  return hash;
}

/** Returns the size in bytes; undefined when the file does not exist. */
export async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Returns whether a file exists with these bytes. */
export async function isFile(path: string, { size, sha256 }: { size: number; sha256: string }): Promise<boolean> {
  return (await sizeOf(path)) === size && (await hashFile(path)).digest('hex') === sha256;
}
