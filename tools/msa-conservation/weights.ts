import { numbersIn, type ResidueKind, residueLetters } from '../shared/residueCodes.ts';

/**
 * Returns position-based weights of rows, with the sum 1, which are lower for similar rows (Henikoff and Henikoff, J.
 * Mol. Biol. 243:574-578, 1994). Unknown residues have no weight. A row's mean is over the columns in which it has a
 * known residue.
 */
export function henikoffWeights(rows: string[], kind: ResidueKind): Float64Array {
  const numbers = rows.map((row) => numbersIn(row, kind));
  const weights = new Float64Array(rows.length);
  const known = new Uint32Array(rows.length);
  const counts = new Uint32Array(residueLetters(kind).length + 1);
  for (let i = 0; i < rows[0]!.length; i++) {
    counts.fill(0);
    for (const row of numbers) counts[row[i]!]!++;
    const different = counts.subarray(1).reduce((sum, count) => sum + (count > 0 ? 1 : 0), 0);
    for (const [k, row] of numbers.entries()) {
      if (row[i] === 0) continue;
      weights[k]! += 1 / (different * counts[row[i]!]!);
      known[k]!++;
    }
  }
  for (let k = 0; k < weights.length; k++) if (known[k]! > 0) weights[k]! /= known[k]!;
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return sum === 0 ? weights.fill(1 / rows.length) : weights.map((weight) => weight / sum);
}
