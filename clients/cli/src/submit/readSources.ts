import type { Io } from '../io.ts';
import { UsageError } from '../usageError.ts';
import type { Source } from './assignSlots.ts';
import { expandGlobs } from './expandGlobs.ts';
import { readText } from './readText.ts';

/** `slot=FILE`, `slot:kind=FILE` → the parts; patterns are expanded. */
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

/** Reads the files and, once, stdin. */
export async function readSources(
  files: readonly { slotId?: string; kind?: string; path: string }[],
  io: Io,
): Promise<Source[]> {
  if (files.filter(({ path }) => path === '-').length > 1) throw new UsageError('stdin (-) can be only one input.');
  const sources: Source[] = [];
  for (const { path, ...asked } of files) {
    // A packed text has the name of what it holds.
    const name = path === '-' ? 'stdin' : path.replace(/\.gz$/i, '');
    sources.push({ name, text: await readText(path, io), ...asked });
  }
  return sources;
}
