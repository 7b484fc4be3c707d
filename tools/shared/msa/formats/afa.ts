import { isComment } from '../../fasta.ts';
import { looksLike } from '../../looksLike.ts';
import { quoted, type TextProblems } from '../../problems.ts';
import { firstWord } from '../../text.ts';
import type { OpenRow, OpenRows } from '../openRows.ts';
import type { Reader } from './reader.ts';

/** Reads aligned FASTA: rows of equal length. */
export const readAfa: Reader = (lines, rows, problems) => {
  if (!readFastaRows(lines, rows, problems)) return false;
  const [first] = rows.rows;
  const isA3m =
    first &&
    rows.rows.some(({ columns }) => columns !== first.columns) &&
    rows.rows.some(({ parts }) => parts.some((part) => /[a-z]/.test(part))) &&
    new Set(rows.rows.map(({ parts }) => parts.join('').replace(/[a-z.]/g, '').length)).size === 1;
  if (isA3m) problems.add('rows differ by insertions in lower case: give them the format A3M');
  return true;
};

/** Reads the rows of a text in the form of FASTA, of any length. */
export function readFastaRows(lines: string[], rows: OpenRows, problems: TextProblems): boolean {
  let row: OpenRow | undefined;
  for (const [i, rawLine] of lines.entries()) {
    const line = rawLine.trim();
    if (line === '' || isComment(line)) continue;
    if (line.startsWith('>')) {
      const { word, rest } = firstWord(line.slice(1));
      row = rows.open(word || `sequence_${rows.rows.length + 1}`, rest, i + 1);
      if (!row) return false;
    } else if (row) rows.append(row, line, i + 1);
    else {
      const text = lines.slice(i, i + 2).join('\n');
      problems.add(`line ${i + 1}: a FASTA record starts with '>', found ${quoted(line[0]!)}${looksLike(text)}`);
      return false;
    }
  }
  return true;
}
