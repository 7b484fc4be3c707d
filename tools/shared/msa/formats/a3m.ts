import type { TextProblems } from '../../problems.ts';
import type { OpenRows } from '../openRows.ts';
import { readFastaRows } from './afa.ts';
import type { Reader } from './reader.ts';

/** Rows of HH-suite that are no sequences. */
const ANNOTATION = /^(ss_pred|ss_conf|ss_dssp|sa_dssp|aa_dssp|aa_pred)$/;

/**
 * A3M and A2M of HH-suite, HMMER and SAM: upper case and `-` are columns that all rows have, lower case are insertions, and `.` may stand
 * where a row lacks an insertion of another. Insertions become columns, those at one place one below the other from the left, as
 * `reformat.pl` of HH-suite does it; a file with all its dots keeps its columns.
 */
export const readA3m: Reader = (lines, rows, problems) => {
  const kept = withoutAnnotation(lines, problems);
  if (!readFastaRows(kept, rows, problems)) return false;
  const texts = rows.rows.map(({ parts }) => parts.join(''));
  if (hasAllDots(texts)) return true;
  const split = texts.map((text) => text.replaceAll('.', '').split(/(?=[^a-z])/));
  return expand(rows, split, problems);
};

/** Without the rows that are no sequences; their lines stay, empty, so that lines keep their numbers. */
function withoutAnnotation(lines: string[], problems: TextProblems): string[] {
  let isLeftOut = false;
  return lines.map((line) => {
    if (line.startsWith('>')) {
      const name = line.slice(1).trim().split(/\s/)[0]!;
      isLeftOut = ANNOTATION.test(name);
      if (isLeftOut) problems.leaveOut(name, 'is an annotation of HH-suite, not a sequence');
    }
    return isLeftOut ? '' : line;
  });
}

const isInsertion = (letter: string) => letter === '.' || (letter >= 'a' && letter <= 'z');

/** Whether each column is one of matches or of insertions in all rows. */
function hasAllDots([first, ...others]: string[]): boolean {
  if (first === undefined || others.some(({ length }) => length !== first.length)) return false;
  for (let i = 0; i < first.length; i++) {
    const expected = isInsertion(first[i]!);
    for (const text of others) if (isInsertion(text[i]!) !== expected) return false;
  }
  return true;
}

/** `split`: of each row its matches, each with the insertions behind it; before the first match there may be insertions alone. */
function expand({ rows, limits }: OpenRows, split: string[][], problems: TextProblems): boolean {
  const parts = split.map(([start = '', ...rest]) =>
    isInsertion(start[0] ?? '') ? [start, ...rest] : ['', start, ...rest],
  );
  const width = parts[0]?.length ?? 0;
  const widths = new Array<number>(width).fill(0);
  for (const [i, row] of parts.entries()) {
    if (row.length !== width) {
      const [has, first] = [row.length - 1, width - 1];
      problems.add(`line ${rows[i]!.line}: row ${i + 1} has ${has} columns besides insertions, row 1 has ${first}`);
      return false;
    }
    for (const [k, part] of row.entries()) widths[k] = Math.max(widths[k]!, part.length);
  }
  const columns = widths.reduce((sum, part) => sum + part, 0);
  if (columns > limits.maxColumns) {
    problems.add(`with all insertions the rows have ${columns} columns, the limit is ${limits.maxColumns}`);
    return false;
  }
  for (const [i, row] of rows.entries()) {
    row.columns = columns;
    row.parts = parts[i]!.map((part, k) => part.padEnd(widths[k]!, '-'));
  }
  return true;
}
