import type { Static } from 'typebox';
import { ToolError } from '../contract.ts';
import { indexOfSafeId } from '../shared/native/safeIds.ts';
import type { rowItem } from './tool.ts';

/** A row of an alignment as MMseqs2 writes it (`--msa-format-mode 6`), besides the query. */
export interface FoundRow {
  /** Index of the sequence in the database. */
  target: number;
  numbers: Omit<Static<typeof rowItem>, 'query' | 'target'>;
  /** Columns of the query in upper case and `-`, insertions in lower case. */
  aligned: string;
}

/** Splits a database of MMseqs2 into its entries, in the order of its keys. Each entry ends with a zero byte. */
export function entriesOf(data: Buffer, index: string): string[] {
  return index
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split('\t').map(Number) as [number, number, number])
    .sort(([a], [b]) => a - b)
    .map(([, start, length]) => data.toString('latin1', start, start + length - 1));
}

/**
 * Parses the alignment of one query. The first record is the query itself.
 *
 * @throws ToolError for a text that MMseqs2 does not write.
 */
export function parseRows(entry: string): FoundRow[] {
  const lines = entry.split('\n');
  const rows: FoundRow[] = [];
  for (let i = 2; i + 1 < lines.length; i += 2) {
    const [name = '', ...cells] = lines[i]!.slice(1).split('\t');
    const target = indexOfSafeId(name);
    const [bitscore, identity, evalue, qstart, qend, qlen, tstart, tend, tlen] = cells.map(Number) as number[];
    if (!lines[i]!.startsWith('>') || target === undefined || cells.length !== 9 || cells.some(isNoNumber))
      throw new ToolError('mmseqs gave no usable alignment');
    const numbers = {
      ...{ bitscore: bitscore!, identity: identity!, evalue: evalue! },
      ...{ qstart: qstart! + 1, qend: qend! + 1, qlen: qlen!, tstart: tstart! + 1, tend: tend! + 1, tlen: tlen! },
    };
    rows.push({ target, numbers, aligned: lines[i + 1]! });
  }
  return rows;
}

const isNoNumber = (cell: string): boolean => cell === '' || !Number.isFinite(Number(cell));

/** Restores the residues that the program read as X. `from` is the position of the first residue, from 1. */
export function withResidues(aligned: string, sequence: string, from: number): string {
  let at = from - 1;
  return aligned.replace(/[A-Za-z]/g, (letter) => {
    const residue = sequence[at++] ?? letter;
    if (letter.toUpperCase() !== 'X') return letter;
    return letter === 'x' ? residue.toLowerCase() : residue;
  });
}

/** Returns how many rows have a residue at each position of the query. */
export function depthOf(length: number, rows: FoundRow[]): number[] {
  const depth = new Array<number>(length).fill(0);
  for (const { aligned } of rows) {
    let position = 0;
    for (const letter of aligned) {
      if (letter >= 'a' && letter <= 'z') continue;
      if (letter !== '-') depth[position]!++;
      position++;
    }
  }
  return depth;
}
