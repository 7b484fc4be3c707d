import { type AlignmentFormat, parseAlignment } from '@rotamer/tools/shared/msa/parseAlignment.ts';
import { columnSummary } from '@rotamer/tools/shared/pictures/alignment.ts';
import {
  aminoAcidClasses,
  classTable,
  nucleotideClasses,
  type ResidueClass,
} from '@rotamer/tools/shared/pictures/residueColors.ts';

/** An alignment as the viewer draws it. */
export interface Alignment {
  names: string[];
  /** One character per column; gaps are `-` or `.`. */
  rows: string[];
  columns: number;
  classes: ResidueClass[];
  /** From character code to the number of the class; 0 for none. */
  table: Uint8Array;
  /** The class that more than half of the rows have in a column; 0 for none. */
  common: Uint8Array;
  /** The fraction of rows with the most common residue of a column. */
  identity: Float64Array;
}

/** Limits of what a browser shows; larger alignments are downloads. */
const limits = { maxRecords: 20_000, maxColumns: 50_000 };

/** Reads an alignment. @throws Error that names the line, when the text is not an alignment */
export function readAlignment(text: string, format: AlignmentFormat): Alignment {
  const { records, problems } = parseAlignment(text, format, limits);
  const [problem] = problems.messages;
  if (problem !== undefined || records.length === 0) throw new Error(problem ?? 'it has no rows');
  const rows = records.map(({ row }) => row);
  const isProtein = !rows.every((row) => /^[acgtunACGTUN.~-]*$/.test(row));
  const classes = isProtein ? aminoAcidClasses : nucleotideClasses;
  const table = classTable(classes);
  const columns = rows[0]!.length;
  const pictured = records.map(({ name, row }) => ({ name, sequence: row }));
  const { common, identity } = columnSummary(pictured, columns, table, isProtein ? 'protein' : 'dna');
  return { names: records.map(({ name }) => name), rows, columns, classes, table, common, identity };
}

/** A place in an alignment, counted from 0. */
export interface Place {
  row: number;
  column: number;
}

const isGap = (letter: string | undefined): boolean => letter === undefined || /[-.~]/.test(letter);

/** Returns the number of the residue at a place, counted from 1 without gaps; 0 at a gap. */
export function residueNumber({ rows }: Pick<Alignment, 'rows'>, { row, column }: Place): number {
  if (isGap(rows[row]?.[column])) return 0;
  let number = 0;
  for (let i = 0; i <= column; i++) if (!isGap(rows[row]![i])) number++;
  return number;
}

/** Returns rows as aligned FASTA. */
export function fastaOf({ names, rows }: Pick<Alignment, 'names' | 'rows'>, chosen: Iterable<number>): string {
  return [...chosen].map((i) => `>${names[i]}\n${rows[i]}\n`).join('');
}

/**
 * Returns the next place, after `from`, where a name or a residue sequence without its gaps has the text, in any case. The search
 * begins again at the top. Returns undefined when no row has it.
 */
export function find(
  { names, rows }: Pick<Alignment, 'names' | 'rows'>,
  wanted: string,
  from: Place,
): Place | undefined {
  const text = wanted.trim().toLowerCase();
  if (text === '') return undefined;
  for (let step = 0; step <= rows.length; step++) {
    const row = (from.row + step) % rows.length;
    const after = step === 0 ? from.column : -1;
    const column = motifAfter(rows[row]!, text, after);
    const isNamed = names[row]!.toLowerCase().includes(text);
    if (isNamed && step > 0) return { row, column: column ?? 0 };
    if (column !== undefined) return { row, column };
  }
  return undefined;
}

/** Returns the first column after this one where a motif begins; gaps within it do not count. */
function motifAfter(row: string, motif: string, after: number): number | undefined {
  const columns: number[] = [];
  let letters = '';
  for (let i = after + 1; i < row.length; i++) {
    if (isGap(row[i])) continue;
    columns.push(i);
    letters += row[i]!.toLowerCase();
  }
  return columns[letters.indexOf(motif)];
}
