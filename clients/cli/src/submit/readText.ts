import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from '../exitCodes.ts';
import type { Io } from '../io.ts';
import { words } from '../output/visible.ts';
import { decodeText } from './decodeText.ts';

/** Maximum size of an upload, in bytes. */
const MAX_BYTES = 50 * 1024 * 1024;

/** Reads a text from a file or, for `-`, from stdin. If it was not UTF-8, prints on stderr how it was decoded. */
export async function readText(path: string, io: Io): Promise<string> {
  const bytes = path === '-' ? await io.readStdin() : readBytes(resolve(io.cwd, path), path);
  if (bytes.length > MAX_BYTES) throw new UsageError(`${path} is larger than 50 MiB.`);
  const name = path === '-' ? 'stdin' : path;
  const { text, how } = decodeText(bytes, name, MAX_BYTES);
  if (how !== undefined) io.err.write(words`${name} was read as ${how}.\n`);
  return text;
}

function readBytes(place: string, path: string): Buffer {
  try {
    if (statSync(place).size > MAX_BYTES) throw new UsageError(`${path} is larger than 50 MiB.`);
    return readFileSync(place);
  } catch (error) {
    const reasons: Record<string, string> = {
      ENOENT: 'there is no such file',
      EACCES: 'it must not be read',
      EISDIR: 'it is a folder',
    };
    const reason = reasons[(error as NodeJS.ErrnoException).code ?? ''];
    if (reason) throw new UsageError(`${path} cannot be read: ${reason}.`);
    throw error;
  }
}
