import { restoreNames } from '../shared/native/safeIds.ts';

interface Named {
  at(index: number): { name: string } | undefined;
}

/**
 * Returns the alignments as BLAST prints them, with the users' names. Names of queries follow `Query=`. The date of the
 * database is removed: it has no meaning here, and would make every report different.
 */
export function restoreReport(text: string, queries: Named, subjects: Named): string {
  return text
    .split('\n')
    .filter((line) => !line.startsWith('    Posted date:'))
    .map((line) =>
      restoreNames(line, (index) => (line.startsWith('Query=') ? queries : subjects).at(index)?.name ?? '?'),
    )
    .join('\n');
}
