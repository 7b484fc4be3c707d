import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Io } from '../io.ts';
import { UsageError } from '../usageError.ts';
import type { Source } from './assignSlots.ts';
import { expandGlobs } from './expandGlobs.ts';

/** No file larger than this can be uploaded. */
const MAX_BYTES = 50 * 1024 * 1024;

/** `slot=FILE` → both; patterns are expanded. */
export function parseInputs(options: readonly string[], cwd: string): { slotId: string; path: string }[] {
  return options.flatMap((option) => {
    const [, slotId, pattern] = /^([^=]+)=(.+)$/s.exec(option) ?? [];
    if (!slotId || !pattern) throw new UsageError(`--input must be SLOT=FILE, not '${option}'.`);
    return expandGlobs([pattern], cwd).map((path) => ({ slotId, path }));
  });
}

/** Reads the files and, once, stdin. */
export async function readSources(files: readonly { slotId?: string; path: string }[], io: Io): Promise<Source[]> {
  if (files.filter(({ path }) => path === '-').length > 1) throw new UsageError('stdin (-) can be only one input.');
  const sources: Source[] = [];
  for (const { slotId, path } of files) {
    const bytes = path === '-' ? await io.readStdin() : readBytes(resolve(io.cwd, path), path);
    if (bytes.length > MAX_BYTES) throw new UsageError(`${path} is larger than 50 MiB.`);
    sources.push({ name: path === '-' ? 'stdin' : path, text: decode(bytes, path), slotId });
  }
  return sources;
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
    if (reason) throw new UsageError(`${path}: ${reason}.`);
    throw error;
  }
}

function decode(bytes: Buffer, path: string): string {
  try {
    // Without the mark that Windows programs put at the beginning.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError(`${path} is not text in UTF-8. Upload it with rotamer files upload.`);
  }
}
