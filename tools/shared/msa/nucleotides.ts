import type { Problem } from '../../contract.ts';

/** Proteins of these letters alone are short peptides at most. */
const ENOUGH = 20;

/**
 * Whether rows have codes of nucleotides and gaps alone, and A, C, G, T, U and N more than others: MKV are codes as well. X is what
 * masked DNA has; short rows with it are peptides.
 */
export function areNucleotides(rows: string[]): boolean {
  if (!rows.every((row) => /^[ACGTUNRYSWKMBDHVX-]*$/.test(row))) return false;
  if ((rows[0]?.length ?? 0) < ENOUGH && rows.some((row) => row.includes('X'))) return false;
  let [bases, others] = [0, 0];
  for (const row of rows) {
    const ambiguous = row.length - row.replace(/[RYSWKMBDHV]/g, '').length;
    others += ambiguous;
    bases += row.replace(/[X-]/g, '').length - ambiguous;
  }
  return bases >= others && (bases > 0 || rows.every((row) => !row.includes('X')));
}

/** The problem of a substitution model that is for the other kind of alignment; `models.dna` and `models.protein` name one that fits. */
export function misfitOfModel(
  model: string,
  isFor: 'dna' | 'protein' | 'both',
  rows: { row: string }[],
  models: { dna: string; protein: string },
): Problem[] {
  if (rows.length === 0 || isFor === 'both') return [];
  const isDna = areNucleotides(rows.map(({ row }) => row));
  const message =
    isFor === 'dna' && !isDna
      ? `${model} is for nucleotides, the alignment has others; use ${models.protein}`
      : isFor === 'protein' && isDna && rows[0]!.row.length >= ENOUGH
        ? `${model} is for proteins, the alignment has nucleotides; use ${models.dna}`
        : undefined;
  return message === undefined ? [] : [{ path: 'settings.model', message }];
}
