import { guessKind } from '@rotamer/formats/letters.ts';
import type { Problem } from '../../contract.ts';
import type { Notes } from '../notes.ts';
import { quoted } from '../problems.ts';

/** Shorter proteins may by chance have only letters that are nucleotide codes. */
const MIN_NUCLEOTIDES = 20;

/**
 * Returns the problem of a model for the other kind of rows, or of a `sequence_type` that contradicts the letters.
 * `models` names a suitable model for each kind.
 */
export function misfitOfModel(
  { model, isFor }: { model: string; isFor: 'dna' | 'protein' | 'both' },
  sequenceType: string,
  rows: { row: string }[],
  models: { dna: string; protein: string },
): Problem[] {
  const problem = (setting: string, message: string) => [{ path: `settings.${setting}`, message }];
  const { kind, certain } = guessKind(rows.map(({ row }) => row));
  const hasOtherLetters = kind === 'protein' && certain;
  if (sequenceType === 'dna' && hasOtherLetters)
    return problem('sequence_type', 'the alignment has letters that are not codes of nucleotides');
  if (sequenceType !== 'auto' && isFor !== 'both' && isFor !== sequenceType)
    return problem('model', `${model} is not for ${sequenceType}; use ${models[sequenceType as 'dna' | 'protein']}`);
  if (sequenceType !== 'auto' || rows.length === 0) return [];
  if (isFor === 'dna' && hasOtherLetters)
    return problem('model', `${model} is for nucleotides, the alignment has others; use ${models.protein}`);
  if (isFor === 'protein' && kind === 'dna' && rows[0]!.row.length >= MIN_NUCLEOTIDES)
    return problem('model', `${model} is for proteins, the alignment has nucleotides; use ${models.dna}`);
  return [];
}

/** Returns a problem for each name of the outgroup that the alignment does not have. */
export function outgroupProblems(outgroup: string[], names: string[]): Problem[] {
  const known = new Set(names);
  const unknown = outgroup.filter((name) => !known.has(name));
  if (names.length === 0) return [];
  if (unknown.length > 0)
    return [
      { path: 'settings.outgroup', message: `the alignment has no row ${unknown.slice(0, 3).map(quoted).join(', ')}` },
    ];
  if (new Set(outgroup).size < known.size) return [];
  return [{ path: 'settings.outgroup', message: 'an outgroup cannot have all rows' }];
}

interface Row {
  name: string;
  row: string;
  line: number;
  inputId: string;
}

/** Warns of rows with too little data for their place in a tree, and of letters that the program reads as unknown. */
export function warnOfRows(notes: Notes, rows: Row[], dna: boolean, ambiguous: RegExp): void {
  if (!dna && guessKind(rows.map(({ row }) => row)).kind === 'dna')
    notes.warn(
      rows[0]!.inputId,
      'alignment',
      'the rows have only letters of nucleotides; they were read as proteins because the model is for proteins',
    );
  const first = new Map<string, Row>();
  for (const one of rows) {
    const known = one.row.replace(dna ? /[-?NX]/g : /[-?X]/g, '').length;
    if (known < rows[0]!.row.length / 10)
      notes.warn(
        one.inputId,
        one.name,
        `has ${known} known residues in ${one.row.length} columns: its place in the tree is uncertain`,
        one.line,
      );
    const found = [...new Set(one.row.match(ambiguous) ?? [])].sort();
    if (found.length > 0) notes.warn(one.inputId, one.name, `${found.join(', ')} count as unknown residues`, one.line);
    const same = first.get(one.row);
    if (same)
      notes.warn(
        one.inputId,
        one.name,
        `is identical to ${same.name}: the branches between them have no length`,
        one.line,
      );
    else first.set(one.row, one);
  }
}
