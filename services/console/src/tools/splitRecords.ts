import { readRows } from '../files/readPreview.ts';

/** One record of a text, and its name. */
export interface InputRecord {
  name: string;
  text: string;
}

/** Formats whose texts can be split. */
export const splitFormats = ['FASTA', 'AFA', 'SMILES', 'SMI', 'SDF'];

/** Most rows of a table. */
const ROWS = 10_000;

/** Splits a text into its records. A text of another format is one record. */
export function splitRecords(format: string, text: string): InputRecord[] {
  if (format === 'FASTA' || format === 'AFA') return fastaRecords(text);
  if (format === 'SDF')
    return text
      .split(/^\$\$\$\$[^\n]*\n?/m)
      .filter((one) => one.trim() !== '')
      .map((one) => ({ name: one.split('\n', 1)[0]!.trim(), text: `${one}$$$$\n` }));
  if (format.startsWith('SMI'))
    return text
      .split('\n')
      .filter((line) => line.trim() !== '' && !line.startsWith('#'))
      .map((line) => ({ name: line.trim().split(/\s+/).slice(1).join(' '), text: `${line}\n` }));
  return [{ name: '', text }];
}

function fastaRecords(text: string): InputRecord[] {
  return text
    .split(/^(?=>)/m)
    .filter((one) => one.trim() !== '')
    .map((one) => ({ name: /^>\s*(\S*)/.exec(one)?.[1] ?? '', text: one.trimEnd() + '\n' }));
}

/** Names of the columns of a table that hold an input, and of those that hold its name. */
const contents = ['sequence', 'seq', 'smiles'];
const names = ['name', 'id', 'title'];

/**
 * Returns a table of sequences or molecules as FASTA or SMILES: its first row names the columns, one of which is `sequence` or
 * `smiles`. Undefined for a text that is not such a table.
 */
export function tableAsRecords(text: string): string | undefined {
  const [first = ''] = text.split('\n', 1);
  const separator = ['\t', ',', ';'].find((one) => first.includes(one));
  if (separator === undefined || /^[>#]/.test(first)) return undefined;
  const [head = [], ...rows] = readRows(text, separator, ROWS);
  const columns = head.map((column) => column.trim().toLowerCase());
  const content = columns.findIndex((column) => contents.includes(column));
  if (content < 0) return undefined;
  const name = columns.findIndex((column) => names.includes(column));
  const records = rows
    .map((row, n) => ({ name: row[name]?.trim() || `row${n + 2}`, value: row[content]?.trim() ?? '' }))
    .filter(({ value }) => value !== '');
  if (columns[content] === 'smiles') return records.map((one) => `${one.value} ${one.name}\n`).join('');
  return records.map((one) => `>${one.name.replace(/\s+/g, '_')}\n${one.value}\n`).join('');
}
