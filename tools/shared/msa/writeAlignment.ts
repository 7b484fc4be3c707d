import { uniqueNames } from '../uniqueNames.ts';
import { clustalMarks } from './clustalMarks.ts';
import { writeMsf } from './writeMsf.ts';

/** A row of an alignment, as long as all others, with `-` for gaps. */
export interface AlignedRow {
  name: string;
  description?: string;
  sequence: string;
}

/** Formats besides aligned FASTA, with the extensions of their files. */
export const otherAlignmentFormats = {
  clustal: 'aln',
  stockholm: 'sto',
  phylip: 'phy',
  nexus: 'nex',
  a3m: 'a3m',
  msf: 'msf',
  vienna: 'vie',
} as const;

export type OtherAlignmentFormat = keyof typeof otherAlignmentFormats;

const COLUMNS_PER_BLOCK = 60;

/**
 * Writes an alignment. Most of these formats end a name at white space, so white space becomes `_`, and names that
 * become equal get a number.
 */
export function writeAlignment(rows: AlignedRow[], format: OtherAlignmentFormat, isProtein: boolean): string {
  const names = uniqueNames(rows.map(({ name }) => name));
  const named = rows.map((row, i) => ({ ...row, name: names[i]! }));
  switch (format) {
    case 'clustal':
      return writeClustal(named, isProtein);
    case 'stockholm':
      return writeStockholm(named);
    case 'phylip':
      return writePhylip(named);
    case 'nexus':
      return writeNexus(named, isProtein);
    case 'msf':
      return writeMsf(named, isProtein);
    case 'a3m':
      return writeA3m(rows);
    case 'vienna':
      return rows.map((row) => `>${headerOf(row)}\n${row.sequence}\n`).join('');
  }
}

const headerOf = ({ name, description }: AlignedRow) => (description ? `${name} ${description}` : name);

/** Writes Clustal, with ClustalW's marks of conservation below each block. */
function writeClustal(rows: AlignedRow[], isProtein: boolean): string {
  const width = widthOf(rows);
  const marks = clustalMarks(
    rows.map(({ sequence }) => sequence),
    isProtein,
  );
  const blocks = [];
  for (let at = 0; at < rows[0]!.sequence.length; at += COLUMNS_PER_BLOCK) {
    const part = (text: string) => text.slice(at, at + COLUMNS_PER_BLOCK);
    const lines = rows.map(({ name, sequence }) => `${name.padEnd(width)}  ${part(sequence)}\n`);
    blocks.push(`${lines.join('')}${' '.repeat(width)}  ${part(marks)}\n`);
  }
  return `CLUSTAL multiple sequence alignment\n\n\n${blocks.join('\n')}`;
}

function writeStockholm(rows: AlignedRow[]): string {
  const width = widthOf(rows);
  const described = rows.filter(({ description }) => description);
  const descriptions = described.map(({ name, description }) => `#=GS ${name.padEnd(width)} DE ${description}\n`);
  const lines = rows.map(({ name, sequence }) => `${name.padEnd(width)}  ${sequence}\n`);
  return `# STOCKHOLM 1.0\n\n${[...descriptions, ...lines].join('')}//\n`;
}

/** Writes relaxed, sequential PHYLIP: names keep their length, and each row is one line. */
function writePhylip(rows: AlignedRow[]): string {
  const lines = rows.map(({ name, sequence }) => `${name} ${sequence}\n`);
  return `${rows.length} ${rows[0]!.sequence.length}\n${lines.join('')}`;
}

/** Writes sequential NEXUS. Names with punctuation of NEXUS are quoted. */
function writeNexus(rows: AlignedRow[], isProtein: boolean): string {
  const quoted = rows.map(({ name, sequence }) => {
    return { name: /[()[\]{}/\\,;:=*'"`+<>-]/.test(name) ? `'${name.replaceAll("'", "''")}'` : name, sequence };
  });
  const width = widthOf(quoted);
  const lines = quoted.map(({ name, sequence }) => `${name.padEnd(width)} ${sequence}\n`);
  const datatype = isProtein ? 'protein' : rows.some(({ sequence }) => /U/.test(sequence)) ? 'rna' : 'dna';
  return (
    `#NEXUS\n\nbegin data;\n  dimensions ntax=${rows.length} nchar=${rows[0]!.sequence.length};\n` +
    `  format datatype=${datatype} gap=- missing=?;\nmatrix\n${lines.join('')};\nend;\n`
  );
}

/** Writes A3M. Columns in which the first row has a residue are matches; all others are insertions. */
function writeA3m(rows: AlignedRow[]): string {
  const first = rows[0]!.sequence;
  return rows
    .map((row) => {
      const letters = Array.from(row.sequence, (letter, i) =>
        first[i] !== '-' ? letter : letter === '-' ? '' : letter.toLowerCase(),
      );
      return `>${headerOf(row)}\n${letters.join('')}\n`;
    })
    .join('');
}

const widthOf = (rows: AlignedRow[]) => rows.reduce((longest, { name }) => Math.max(longest, name.length), 0);
