import { uniqueNames } from '../uniqueNames.ts';
import { indexOfSafeId } from './safeIds.ts';

/** The sequence of a row: its name, its description, and the residues as the user sent them. */
interface Source {
  name: string;
  description: string;
  sequence: string;
}

/** Index of the query's safe id. No record of a database has this index. */
export const QUERY_INDEX = 999_999_998;

/** The sequences of a database, by number. */
interface Sources {
  at(index: number): Source | undefined;
}

/** Marks of residues or columns, by tag. */
type Marks = Map<string, string>;

interface Row {
  /** `s000001/3-145`, as HMMER wrote it. */
  id: string;
  name: string;
  text: string;
  marks: Marks;
}

/**
 * Returns the alignment that a program of HMMER wrote, in one block or several, with the users' names and residues. It
 * has one block. Row names are `name/from-to` without white space; a repeated name gets `#2`. All columns stay aligned.
 *
 * @throws Error when a row belongs to an unknown sequence, or has other residues than its sequence
 */
export function stockholmHits(text: string, records: Sources, query?: Source): string {
  const sourceOf = (index: number) => (index === QUERY_INDEX ? query : records.at(index));
  const nameOf = namesOf(text, sourceOf);
  const rows: Row[] = [];
  const columns: Marks = new Map();
  const uses = new Map<string, number>();
  // Each block has the rows in the same order, and a blank line before it.
  let at = -1;
  for (const line of text.split('\n')) {
    const words = line.trim().split(/ +/);
    if (line.trim() === '') at = -1;
    else if (words[0] === '#=GC') append(columns, words[1]!, words[2]!);
    else if (words[0] === '#=GR') append(rows[at]!.marks, words[2]!, words[3]!);
    else if (words.length === 2 && !line.startsWith('#')) {
      const [id, aligned] = words as [string, string];
      at++;
      if (at < rows.length) {
        rows[at]!.text += aligned;
        continue;
      }
      const { index, range } = placeOf(id);
      const source = sourceOf(index);
      if (!source) throw new Error(`HMMER aligned an unknown sequence ${id}`);
      const use = (uses.get(id) ?? 0) + 1;
      uses.set(id, use);
      const name = `${nameOf(index)}${range ? `/${range.from}-${range.to}` : ''}${use > 1 ? `#${use}` : ''}`;
      rows.push({ id, name, text: aligned, marks: new Map() });
    }
  }
  for (const row of rows) {
    const { index, range } = placeOf(row.id);
    row.text = withResidues(row.text, sourceOf(index)!.sequence, range?.from ?? 1);
  }
  return write(rows, columns, (id) => sourceOf(placeOf(id).index)!.description);
}

/** Adds the marks of a block to those of the blocks before it. */
const append = (marks: Marks, tag: string, text: string) => marks.set(tag, (marks.get(tag) ?? '') + text);

/** Returns the names of the rows, each unique and without white space. */
function namesOf(text: string, sourceOf: (index: number) => Source | undefined): (index: number) => string {
  const indices = [...new Set(Array.from(text.matchAll(/^s\d{6,9}/gm), ([id]) => indexOfSafeId(id)!))];
  // In the order of the database, so that the names do not depend on the order of the rows.
  const sorted = indices.sort((a, b) => a - b);
  const names = uniqueNames(sorted.map((index) => sourceOf(index)?.name ?? ''));
  const byIndex = new Map(sorted.map((index, i) => [index, names[i]!]));
  return (index) => byIndex.get(index)!;
}

function placeOf(id: string): { index: number; range?: { from: number; to: number } } {
  const [, safeId, from, to] = /^(s\d{6,9})(?:\/(\d+)-(\d+))?$/.exec(id) ?? [];
  const index = indexOfSafeId(safeId ?? '') ?? -1;
  return from === undefined ? { index } : { index, range: { from: Number(from), to: Number(to) } };
}

/** Restores U, O and J, which the program read as X. */
function withResidues(aligned: string, sequence: string, from: number): string {
  if (!/[UOJ]/.test(sequence)) return aligned;
  let at = from - 1;
  return aligned.replace(/[A-Za-z]/g, (letter) => {
    const residue = sequence[at++] ?? letter;
    if (letter.toUpperCase() !== 'X') return letter;
    return letter === 'x' ? residue.toLowerCase() : residue;
  });
}

function write(rows: Row[], columns: Marks, descriptionOf: (id: string) => string): string {
  const heads = [
    ...rows.flatMap(({ name, marks }) => [name, ...[...marks.keys()].map((tag) => `#=GR ${name} ${tag}`)]),
    ...[...columns.keys()].map((tag) => `#=GC ${tag}`),
  ];
  const width = heads.reduce((longest, { length }) => Math.max(longest, length), 0);
  const line = (head: string, text: string) => `${head.padEnd(width)} ${text}\n`;
  const described = rows
    .filter(({ id }) => descriptionOf(id) !== '')
    .map(({ id, name }) => `#=GS ${name} DE ${descriptionOf(id)}\n`);
  const aligned = rows.map(({ name, text, marks }) => {
    const lines = [...marks].map(([tag, marked]) => line(`#=GR ${name} ${tag}`, marked));
    return line(name, text) + lines.join('');
  });
  const marks = [...columns].map(([tag, text]) => line(`#=GC ${tag}`, text));
  return `# STOCKHOLM 1.0\n\n${described.join('')}${aligned.join('')}${marks.join('')}//\n`;
}
