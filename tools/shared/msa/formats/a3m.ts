import type { TextProblems } from '../../problems.ts';
import type { OpenRows } from '../openRows.ts';
import { readFastaRows } from './afa.ts';
import type { Reader } from './reader.ts';

/** Rows of HH-suite with annotation instead of a sequence. */
const ANNOTATION = /^(ss_pred|ss_conf|ss_dssp|sa_dssp|aa_dssp|aa_pred)$/;

/**
 * Reads A3M and A2M of HH-suite, HMMER and SAM. Upper case and `-` are columns that all rows have, lower case letters
 * are insertions, and `.` may fill the place of another row's insertion. Insertions become columns: those at one place
 * are aligned from the left, as `reformat.pl` of HH-suite does. A file with all its dots keeps its columns.
 */
export const readA3m: Reader = (lines, rows, problems) => {
  const kept = withoutAnnotation(lines, problems);
  if (!readFastaRows(kept, rows, problems)) return false;
  const texts = rows.rows.map(({ parts }) => parts.join(''));
  if (hasAllDots(texts)) return true;
  if (texts.length > 0 && texts.every((text) => !/[A-Z-]/.test(text))) {
    problems.add(
      'all letters are in lower case, so all are insertions and no column is aligned; write columns in upper case',
    );
    return false;
  }
  return expand(
    rows,
    texts.map((text) => text.replaceAll('.', '')),
    problems,
  );
};

/** Removes rows that are annotation. Their lines stay as empty lines, so that line numbers do not change. */
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

/** Whether each column has matches in all rows, or insertions in all rows. */
function hasAllDots([first, ...others]: string[]): boolean {
  if (first === undefined || others.some(({ length }) => length !== first.length)) return false;
  for (let i = 0; i < first.length; i++) {
    const expected = isInsertion(first[i]!);
    for (const text of others) if (isInsertion(text[i]!) !== expected) return false;
  }
  return true;
}

/** Turns insertions into columns. `texts` has the matches and insertions of each row, without dots. */
function expand({ rows, limits }: OpenRows, texts: string[], problems: TextProblems): boolean {
  // The longest insertion at each place between matches. The first place is before the first match, the last one after
  // the last match.
  const widths: number[] = [];
  let places = 0;
  for (const [i, text] of texts.entries()) {
    let k = 0;
    for (const { length } of insertionsOf(text)) {
      widths[k] = Math.max(widths[k] ?? 0, length);
      k++;
    }
    if (i === 0) places = k;
    else if (k !== places) {
      problems.add(
        `line ${rows[i]!.line}: row ${i + 1} has ${k - 1} columns besides insertions, row 1 has ${places - 1}`,
      );
      return false;
    }
  }
  const columns = widths.reduce((sum, width) => sum + width, places - 1);
  if (columns > limits.maxColumns) {
    problems.add(`with all insertions the rows have ${columns} columns, the limit is ${limits.maxColumns}`);
    return false;
  }
  for (const [i, row] of rows.entries()) {
    row.columns = columns;
    row.parts = padded(texts[i]!, widths);
  }
  return true;
}

/** Yields the places between the matches of a row, each with the length of its insertion. */
function* insertionsOf(text: string): Generator<{ end: number; length: number }> {
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    if (isInsertion(text[i]!)) continue;
    yield { end: i, length: i - start };
    start = i + 1;
  }
  yield { end: text.length, length: text.length - start };
}

/** Returns a row with gaps after its insertions, up to the widths. */
function padded(text: string, widths: number[]): string[] {
  const parts: string[] = [];
  let [from, k] = [0, 0];
  for (const { end, length } of insertionsOf(text)) {
    const missing = widths[k++]! - length;
    if (missing === 0) continue;
    parts.push(text.slice(from, end), '-'.repeat(missing));
    from = end;
  }
  return [...parts, text.slice(from)];
}
