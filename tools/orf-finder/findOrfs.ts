import { codonAt, translation } from './geneticCode.ts';

/** On the strand that was searched: 0-based, the end is excluded. */
export interface Orf {
  frame: 1 | 2 | 3;
  start: number;
  /** Behind the stop codon, where there is one. */
  end: number;
  complete: boolean;
}

/** From the first start codon to the next stop codon, or to the end of the sequence, as EMBOSS getorf `-find 1` does it. */
export function* findOrfs(codes: Uint8Array, starts: Set<number>, minAminoAcids: number): Generator<Orf> {
  for (const frame of [1, 2, 3] as const) {
    let start = -1;
    let i = frame - 1;
    for (; i + 3 <= codes.length; i += 3) {
      const codon = codonAt(codes, i);
      if (start === -1) {
        if (starts.has(codon)) start = i;
      } else if (translation[codon] === '*') {
        if (i - start >= 3 * minAminoAcids) yield { frame, start, end: i + 3, complete: true };
        start = -1;
      }
    }
    if (start !== -1 && i - start >= 3 * minAminoAcids) yield { frame, start, end: i, complete: false };
  }
}

/** Without the stop; whatever codon starts a protein, it is read as methionine. */
export function translate(codes: Uint8Array, { start, end, complete }: Orf): string {
  let protein = 'M';
  for (let i = start + 3; i < (complete ? end - 3 : end); i += 3) protein += translation[codonAt(codes, i)];
  return protein;
}
