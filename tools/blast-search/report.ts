import { restoreNames } from '../shared/native/safeIds.ts';

interface Named {
  name: string;
}

/**
 * The alignments as BLAST prints them, with the users' names: those of queries stand behind `Query=`. When the database was made
 * says nothing, and would make every report another one.
 */
export function restoreReport(text: string, queries: Named[], subjects: Named[]): string {
  return text
    .split('\n')
    .filter((line) => !line.startsWith('    Posted date:'))
    .map((line) => restoreNames(line, (index) => (line.startsWith('Query=') ? queries : subjects)[index]?.name ?? '?'))
    .join('\n');
}
