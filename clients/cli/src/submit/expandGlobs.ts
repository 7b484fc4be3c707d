import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UsageError } from '../usageError.ts';

/** Shells of Windows hand patterns on as they are; so does quoting elsewhere. `-` is stdin. */
export function expandGlobs(patterns: readonly string[], cwd: string): string[] {
  return patterns.flatMap((pattern) => {
    if (pattern === '-' || !/[*?]/.test(pattern) || existsSync(resolve(cwd, pattern))) return [pattern];
    const found = matches(pattern, cwd);
    if (found.length === 0) throw new UsageError(`No file matches ${pattern}.`);
    return found;
  });
}

function matches(pattern: string, cwd: string): string[] {
  const parts = pattern.split(process.platform === 'win32' ? /[/\\]/ : '/');
  let found = [parts[0] === '' ? '/' : ''];
  for (const [i, part] of parts.entries()) {
    if (part === '') continue;
    const isLast = i === parts.length - 1;
    found = found.flatMap((folder) => {
      if (!/[*?]/.test(part)) return [join(folder, part)].filter((path) => existsSync(resolve(cwd, path)));
      return namesIn(resolve(cwd, folder), !isLast)
        .filter((name) => toPattern(part).test(name) && (part.startsWith('.') || !name.startsWith('.')))
        .map((name) => join(folder, name));
    });
  }
  return found.sort();
}

function namesIn(folder: string, folders: boolean): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory() === folders || entry.isSymbolicLink()).map(({ name }) => name);
  } catch {
    return [];
  }
}

function toPattern(part: string): RegExp {
  const source = part
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`);
}
