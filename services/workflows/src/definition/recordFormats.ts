import type { RecordOf } from './schema.ts';

/** The formats whose files are lists of records, with the metrics of their records. */
const fields = {
  FASTA: ['name', 'length'],
  SMILES: ['name'],
  SDF: ['name'],
} satisfies Record<string, string[]>;

export type RecordFormat = keyof typeof fields;

/** Returns whether files of a format are lists of records. */
export function hasRecords(format: string): format is RecordFormat {
  return Object.hasOwn(fields, format);
}

/** Returns the metrics of records in a format; none for a format that is not split. */
export function fieldsOfRecord(format: string): string[] {
  return hasRecords(format) ? fields[format] : [];
}

/** Returns the format in which a tool gets the record of a row. */
export function formatOfRecord({ kind }: RecordOf): RecordFormat {
  return kind === 'smiles' ? 'SMILES' : 'FASTA';
}
