import { existsSync, readdirSync } from 'node:fs';
import { join, posix, resolve, win32 } from 'node:path';
import { UsageError } from '../exitCodes.ts';

/** Expands patterns that the shell did not: Windows shells never do, nor others when quoted. `-` is stdin. */
export function expandGlobs(patterns: readonly string[], cwd: string): string[] {
  return patterns.flatMap((pattern) => {
    if (pattern === '-' || !/[*?]/.test(pattern) || existsSync(resolve(cwd, pattern))) return [pattern];
    const found = matches(pattern, cwd);
    if (found.length === 0) throw new UsageError(`No file matches ${pattern}.`);
    return found;
  });
}

function matches(pattern: string, cwd: string): string[] {
  const { root, parts } = splitPattern(pattern);
  let found = [root];
  for (const [i, part] of parts.entries()) {
    const isLast = i === parts.length - 1;
    found = found.flatMap((folder) => {
      if (!/[*?]/.test(part)) return [join(folder, part)].filter((path) => existsSync(resolve(cwd, path)));
      return namesIn(resolve(cwd, folder), !isLast)
        .filter((name) => matchesPart(part, name) && (part.startsWith('.') || !name.startsWith('.')))
        .map((name) => join(folder, name));
    });
  }
  return found.sort();
}

/** Returns where a pattern begins (`/`, `C:\\`, a share; empty for the current folder), and its parts. */
export function splitPattern(pattern: string, platform = process.platform): { root: string; parts: string[] } {
  const isWindows = platform === 'win32';
  const { root } = (isWindows ? win32 : posix).parse(pattern);
  const parts = pattern.slice(root.length).split(isWindows ? /[/\\]/ : '/');
  return { root, parts: parts.filter((part) => part !== '') };
}

function namesIn(folder: string, folders: boolean): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory() === folders || entry.isSymbolicLink()).map(({ name }) => name);
  } catch {
    return [];
  }
}

/** Returns whether a name matches a part of a pattern; on Windows in any case, as its file systems do. */
export function matchesPart(part: string, name: string, platform = process.platform): boolean {
  const source = part
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`, platform === 'win32' ? 'is' : 's').test(name);
}
