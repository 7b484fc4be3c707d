import { uniqueNames } from '../uniqueNames.ts';

/** A row of an alignment: as long as all others, `-` for gaps. */
export interface AlignedRow {
  name: string;
  description?: string;
  sequence: string;
}

/** Formats besides aligned FASTA, with the ending of their files. */
export const otherAlignmentFormats = { clustal: 'aln', stockholm: 'sto', phylip: 'phy' } as const;

const COLUMNS_PER_BLOCK = 60;

/** These formats end a name at white space: there is `_` then, and names that are the same get a number. */
export function writeAlignment(rows: AlignedRow[], format: keyof typeof otherAlignmentFormats): string {
  const names = uniqueNames(rows.map(({ name }) => name));
  return writers[format](rows.map(({ sequence }, i) => ({ name: names[i]!, sequence })));
}

const writers = { clustal: writeClustal, stockholm: writeStockholm, phylip: writePhylip };

function writeClustal(rows: AlignedRow[]): string {
  const width = widthOf(rows);
  const blocks = [];
  for (let at = 0; at < rows[0]!.sequence.length; at += COLUMNS_PER_BLOCK) {
    const part = ({ sequence }: AlignedRow) => sequence.slice(at, at + COLUMNS_PER_BLOCK);
    blocks.push(rows.map((row) => `${row.name.padEnd(width)}  ${part(row)}\n`).join(''));
  }
  return `CLUSTAL multiple sequence alignment\n\n\n${blocks.join('\n')}`;
}

function writeStockholm(rows: AlignedRow[]): string {
  const width = widthOf(rows);
  const lines = rows.map(({ name, sequence }) => `${name.padEnd(width)}  ${sequence}\n`);
  return `# STOCKHOLM 1.0\n\n${lines.join('')}//\n`;
}

/** Relaxed and sequential: names are as long as they are, and each row is one line. */
function writePhylip(rows: AlignedRow[]): string {
  const lines = rows.map(({ name, sequence }) => `${name} ${sequence}\n`);
  return `${rows.length} ${rows[0]!.sequence.length}\n${lines.join('')}`;
}

const widthOf = (rows: AlignedRow[]) => rows.reduce((longest, { name }) => Math.max(longest, name.length), 0);
