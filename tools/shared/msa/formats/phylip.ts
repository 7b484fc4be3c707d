import { quoted } from '../../problems.ts';
import { firstWord } from '../../text.ts';
import type { Reader } from './reader.ts';

/** Length of a name in strict PHYLIP. */
const NAME_WIDTH = 10;

interface Size {
  rows: number;
  columns: number;
}

interface Line {
  text: string;
  number: number;
}

interface Row {
  name: string;
  line: number;
  parts: Line[];
  columns: number;
}

/**
 * Reads PHYLIP: strict, with names of ten characters, or relaxed, with names that end at white space; sequential or
 * interleaved. The file does not say which form it has. So it is read in all forms, and those count that give the
 * numbers of rows and columns of the first line. If two of them give different rows, the file is refused.
 */
export const readPhylip: Reader = (lines, rows, problems) => {
  const [head, ...body] = lines.map((text, i) => ({ text, number: i + 1 })).filter(({ text }) => text.trim() !== '');
  if (!head) return true;
  const [, count, columns] = /^\s*(\d{1,9})\s+(\d{1,9})(?:\s+[IS])?\s*$/i.exec(head.text) ?? [];
  if (count === undefined || columns === undefined) {
    problems.add(
      `line ${head.number}: PHYLIP starts with the numbers of rows and columns, found ${quoted(head.text.trim())}`,
    );
    return false;
  }
  const size = { rows: Number(count), columns: Number(columns) };
  if (size.rows > rows.limits.maxRecords) {
    problems.add(`line ${head.number}: ${size.rows} rows, the limit is ${rows.limits.maxRecords}`);
    return false;
  }
  const ways = [relaxed, strict, wide].flatMap((cut) => [interleaved(body, size, cut), sequential(body, size, cut)]);
  const [first, ...others] = ways.filter((way) => typeof way !== 'string');
  if (!first) {
    problems.add(ways[body.length % size.rows === 0 ? 0 : 1] as string);
    return false;
  }
  if (others.some((other) => !isSame(first, other))) {
    problems.add(
      `line ${head.number}: the rows can be read in two ways; end each name with a space and write each row on one line`,
    );
    return false;
  }
  for (const { name, line, parts } of first) {
    const row = rows.open(name, '', line);
    if (!row) return false;
    for (const { text, number } of parts) {
      if (text.includes('.')) problems.add(`line ${number}: '.' is a gap to some programs, to others not; write '-'`);
      rows.append(row, text, number);
    }
  }
  return true;
};

/** Cuts the name off the first line of a row. */
type Cut = (text: string) => { name: string; rest: string };

const relaxed: Cut = (text) => {
  const { word, rest } = firstWord(text);
  return { name: word, rest };
};

const strict: Cut = (text) => ({ name: text.slice(0, NAME_WIDTH).trim(), rest: text.slice(NAME_WIDTH) });

/** Names that may contain a space, and end at two spaces or a tab, as in PAML. */
const wide: Cut = (text) => {
  const line = text.trim();
  const end = line.search(/ {2}|\t/);
  return end === -1 ? { name: line, rest: '' } : { name: line.slice(0, end), rest: line.slice(end) };
};

/** The rows, or the problem of this reading. */
type Way = Row[] | string;

function interleaved(body: Line[], size: Size, cut: Cut): Way {
  if (size.rows === 0 || body.length % size.rows !== 0)
    return `there are ${body.length} lines for ${size.rows} rows, as the first line says`;
  const rows = body.slice(0, size.rows).map((line) => open(line, cut));
  if (rows.some(({ columns }) => columns === 0)) return 'a row of the first block has no columns';
  for (const [i, line] of body.slice(size.rows).entries()) append(rows[i % size.rows]!, line);
  return wrongRow(rows, size) ?? rows;
}

function sequential(body: Line[], size: Size, cut: Cut): Way {
  const rows: Row[] = [];
  for (const line of body) {
    const last = rows.at(-1);
    if (last && last.columns < size.columns) append(last, line);
    else if (rows.length < size.rows) rows.push(open(line, cut));
    else return `line ${line.number}: there is more after the ${size.rows} rows of ${size.columns} columns`;
  }
  return wrongRow(rows, size) ?? rows;
}

function open({ text, number }: Line, cut: Cut): Row {
  const { name, rest } = cut(text);
  const row = { name, line: number, parts: [], columns: 0 };
  append(row, { text: rest, number });
  return row;
}

function append(row: Row, line: Line): void {
  row.parts.push(line);
  row.columns += line.text.replace(/\s/g, '').length;
}

function wrongRow(rows: Row[], size: Size): string | undefined {
  const wrong = rows.findIndex(({ columns }) => columns !== size.columns);
  if (wrong !== -1) {
    const { line, name, columns } = rows[wrong]!;
    return `line ${line}: row ${wrong + 1}, ${quoted(name)}, has ${columns} columns, the first line says ${size.columns}`;
  }
  return rows.length === size.rows ? undefined : `there are ${rows.length} rows, the first line says ${size.rows}`;
}

const isSame = (one: Row[], other: Row[]) =>
  one.every((row, i) => row.name === other[i]!.name && textOf(row) === textOf(other[i]!));

const textOf = ({ parts }: Row) => parts.map(({ text }) => text.replace(/\s/g, '')).join('');
