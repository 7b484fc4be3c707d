import type { TestRun } from './testRun.ts';

/** Returns the file of a port as text. */
export const fileOf = (done: TestRun, port: string): string => done.files.find((file) => file.port === port)!.text;

/**
 * Returns the lines of a report of HMMER, except its comments, which name files and tell times. Rows of alignments are
 * replaced by their residues, because names of other lengths wrap them elsewhere.
 */
export function resultsOf(report: string): string[] {
  const lines: string[] = [];
  let rows: string[] | undefined;
  for (const line of report.split('\n').filter((one) => !one.startsWith('#'))) {
    const isHead = line.startsWith('  == domain');
    if (rows && (isHead || /^\S/.test(line))) {
      lines.push(rows.filter((_, i) => i % 2 === 0).join(''), rows.filter((_, i) => i % 2 === 1).join(''));
      rows = undefined;
    }
    if (rows) rows.push(...(/^ +\S+ +(?:\d+|-) (\S+) +(?:\d+|-)/.exec(line)?.slice(1) ?? []));
    else lines.push(line.trimEnd());
    if (isHead) rows = [];
  }
  return lines;
}

/** Returns the names of the rows of a Stockholm file, each once. */
export const rowsOf = (stockholm: string): string[] => [
  ...new Set(Array.from(stockholm.matchAll(/^([^#\s]\S*) +[A-Za-z.-]+$/gm), ([, name]) => name!)),
];
