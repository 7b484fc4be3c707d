import { numbersIn, type ResidueKind, residueLetters } from '../shared/residueCodes.ts';

/** The letters of a column with their heights, largest first. */
export interface Stack {
  column: number;
  known: number;
  entropy: number | null;
  correction: number;
  information: number;
  /** Frequencies of the known residues. */
  parts: [letter: string, part: number][];
}

/** Number of letters that a column may have by chance. U and O of proteins are too rare to count. */
const choices: Record<ResidueKind, number> = { protein: 20, dna: 4 };

/**
 * Yields the stack of each column, by Schneider and Stephens, Nucleic Acids Res. 18:6097-6100 (1990). The correction
 * for small samples is by Schneider et al., J. Mol. Biol. 188:415-431 (1986): (s - 1) / (2 ln 2 n) for n known residues
 * and s possible letters.
 */
export function* stacksOf(rows: string[], kind: ResidueKind, smallSample: boolean): Generator<Stack> {
  const numbers = rows.map((row) => numbersIn(row, kind));
  const letters = residueLetters(kind);
  const counts = new Uint32Array(letters.length + 1);
  const most = Math.log2(choices[kind]);
  for (let i = 0; i < rows[0]!.length; i++) {
    counts.fill(0);
    for (const row of numbers) counts[row[i]!]!++;
    const known = rows.length - counts[0]!;
    if (known === 0) {
      yield { column: i + 1, known, entropy: null, correction: 0, information: 0, parts: [] };
      continue;
    }
    const parts = Array.from(letters, (letter, n): [string, number] => [letter, counts[n + 1]! / known])
      .filter(([, part]) => part > 0)
      .sort(([a, p], [b, q]) => q - p || (a < b ? -1 : 1));
    const entropy = parts.reduce((sum, [, part]) => sum - part * Math.log2(part), 0);
    const correction = smallSample ? (choices[kind] - 1) / (2 * Math.LN2 * known) : 0;
    yield { column: i + 1, known, entropy, correction, information: Math.max(0, most - entropy - correction), parts };
  }
}
