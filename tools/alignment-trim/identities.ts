import { numbersIn, type ResidueKind } from '../shared/residueCodes.ts';

/**
 * Returns the identity of each pair of rows: identical residues, as a fraction of the columns where at least one of the two rows has a
 * known residue.
 */
export function identitiesOf(rows: string[], kind: ResidueKind): Float32Array[] {
  const numbers = rows.map((row) => numbersIn(row, kind));
  const identities = rows.map(() => new Float32Array(rows.length));
  for (const [i, a] of numbers.entries())
    for (let j = i + 1; j < numbers.length; j++) {
      const b = numbers[j]!;
      let [same, either] = [0, 0];
      for (let column = 0; column < a.length; column++) {
        if ((a[column]! | b[column]!) === 0) continue;
        either++;
        if (a[column] === b[column]) same++;
      }
      identities[i]![j] = identities[j]![i] = either === 0 ? 0 : same / either;
    }
  return identities;
}
