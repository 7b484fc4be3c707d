import { UsageError } from '../exitCodes.ts';
import type { Io } from '../io.ts';
import type { Source } from './assignSlots.ts';
import { expandGlobs } from './expandGlobs.ts';
import { readText } from './readText.ts';

/** Splits `slot=FILE` and `slot:kind=FILE` into their parts, and expands patterns. */
export function parseInputs(
  options: readonly string[],
  cwd: string,
): { slotId: string; kind?: string; path: string }[] {
  return options.flatMap((option) => {
    const [, slotId, kind, pattern] = /^([^=:]+)(?::([^=]+))?=(.+)$/s.exec(option) ?? [];
    if (!slotId || !pattern) throw new UsageError(`--input must be SLOT=FILE or SLOT:KIND=FILE, not '${option}'.`);
    return expandGlobs([pattern], cwd).map((path) => ({ slotId, kind, path }));
  });
}

/** Reads the files and, at most once, stdin. */
export async function readSources(
  files: readonly { slotId?: string; kind?: string; path: string }[],
  io: Io,
): Promise<Source[]> {
  if (files.filter(({ path }) => path === '-').length > 1) throw new UsageError('stdin (-) can be only one input.');
  const sources: Source[] = [];
  for (const { path, ...asked } of files) {
    // A compressed text has the name of its content.
    const name = path === '-' ? 'stdin' : path.replace(/\.gz$/i, '');
    sources.push({ name, text: await readText(path, io), ...asked });
  }
  return sources;
}
