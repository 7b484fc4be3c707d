import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';

/** SHA-256 of a file as far as it is there. */
export async function hashFile(path: string): Promise<Hash> {
  const hash = createHash('sha256');
  for await (const bytes of createReadStream(path)) hash.update(bytes);
  return hash;
}

/** Size in bytes; undefined when there is no such file. */
export async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Whether a file is there with these bytes. */
export async function isFile(path: string, { size, sha256 }: { size: number; sha256: string }): Promise<boolean> {
  return (await sizeOf(path)) === size && (await hashFile(path)).digest('hex') === sha256;
}
