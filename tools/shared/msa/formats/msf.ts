import { quoted, type TextProblems } from '../../problems.ts';
import { firstWord } from '../../text.ts';
import type { OpenRows } from '../openRows.ts';
import { BlockRows } from './blocks.ts';
import type { Reader } from './reader.ts';

/** Longer lines before `//` are comments. */
const MAX_HEADER_LINE = 1_000;

interface Header {
  /** Columns that the file declares. */
  columns: number;
  /** Rows that the file declares, with the lines of their names. */
  names: Map<string, number>;
  /** Number of lines up to `//`. */
  lines: number;
}

/**
 * Reads MSF of GCG, as PileUp, Clustal, MUSCLE and EMBOSS write it: a header with the names of the rows up to `//`, then
 * blocks, which may have a line of column numbers. Checksums are not compared, because programs compute them differently.
 */
export const readMsf: Reader = (lines, rows, problems) => {
  if (lines.every((line) => line.trim() === '')) return true;
  const header = readHeader(lines, rows, problems);
  if (!header) return false;
  const blocks = new BlockRows(rows, problems);
  for (const [i, line] of lines.slice(header.lines).entries()) {
    const number = header.lines + i + 1;
    if (/^[\s\d]*$/.test(line)) {
      blocks.endBlock();
      continue;
    }
    const { word, rest } = firstWord(line.trimStart());
    if (!header.names.has(word)) {
      problems.add(`line ${number}: the header does not name the row ${quoted(word)}`);
      return false;
    }
    if (!blocks.add(word, rest, number)) return false;
  }
  refuseOtherSizes(header, rows, problems);
  return true;
};

function readHeader(lines: string[], rows: OpenRows, problems: TextProblems): Header | undefined {
  let columns: number | undefined;
  const names = new Map<string, number>();
  for (const [i, line] of lines.entries()) {
    const size = /\bMSF: *(\d{1,9}) +Type: *([PN])\b/i.exec(line.slice(0, MAX_HEADER_LINE));
    if (size) {
      columns = Number(size[1]);
      rows.unknown = size[2]!.toUpperCase() === 'N' ? 'N' : 'X';
    }
    const name = /^ *Name: +(\S+)/.exec(line)?.[1];
    if (name && names.has(name)) {
      problems.add(`line ${i + 1}: the name ${quoted(name)} is already used on line ${names.get(name)}`);
      return undefined;
    }
    if (name) names.set(name, i + 1);
    if (!/^\/\/\s*$/.test(line)) continue;
    if (columns !== undefined && names.size > 0) return { columns, names, lines: i + 1 };
    problems.add(`line ${i + 1}: an MSF file has a line 'MSF: … Type: …' and names of rows before '//'`);
    return undefined;
  }
  problems.add("no line '//': an MSF file has it between the names of the rows and the rows");
  return undefined;
}

function refuseOtherSizes({ columns, names }: Header, { rows }: OpenRows, problems: TextProblems): void {
  const found = new Set(rows.map(({ name }) => name));
  for (const [name, line] of names) if (!found.has(name)) problems.add(`line ${line}: ${quoted(name)} has no row`);
  for (const row of rows)
    if (row.columns !== columns)
      problems.add(
        `line ${row.line}: the row ${quoted(row.name)} has ${row.columns} columns, the header says ${columns}`,
      );
}
