/** A nucleotide code as the set of bases that it stands for (IUPAC): T 1, C 2, A 4, G 8. */
const bases: Record<string, number> = {
  ...{ T: 1, U: 1, C: 2, A: 4, G: 8 },
  ...{ Y: 3, W: 5, M: 6, H: 7, K: 9, S: 10, B: 11, R: 12, D: 13, V: 14, N: 15 },
};

/** Genetic codes 1 and 11 of NCBI: they translate alike and differ in their start codons. Codons go through TCAG. */
const aminoAcids = 'FFLLSSSSYY**CC*WLLLLPPPPHHQQRRRRIIIMTTTTNNKKSSRRVVVVAAAADDEEGGGG';
const startCodons: Record<number, string[]> = {
  1: ['TTG', 'CTG', 'ATG'],
  11: ['TTG', 'CTG', 'ATT', 'ATC', 'ATA', 'ATG', 'GTG'],
};

export function encodeDna(sequence: string): Uint8Array {
  return Uint8Array.from(sequence, (letter) => bases[letter]!);
}

export function reverseComplement(codes: Uint8Array): Uint8Array {
  // T and A, C and G are two bits apart.
  return codes.map((code) => ((code << 2) | (code >> 2)) & 15).reverse();
}

/** Position of a codon in tables of 16³ entries. */
export function codonAt(codes: Uint8Array, i: number): number {
  return (codes[i]! << 8) | (codes[i + 1]! << 4) | codes[i + 2]!;
}

/** Amino acids by codon, '*' for a stop; X where an ambiguous codon has more than one meaning. */
export const translation: string[] = Array.from({ length: 16 ** 3 }, (_, codon) => {
  const meanings = new Set(expand(codon).map((exact) => aminoAcids[exact]));
  return meanings.size === 1 ? [...meanings][0]! : 'X';
});

/** The codons of four bases each, as indices into `aminoAcids`, that an ambiguous codon stands for. */
function expand(codon: number): number[] {
  const choices = [codon >> 8, (codon >> 4) & 15, codon & 15].map((set) =>
    [0, 1, 2, 3].filter((bit) => set & (1 << bit)),
  );
  return choices.reduce((found, next) => found.flatMap((index) => next.map((bit) => index * 4 + bit)), [0]);
}

/** Only exact codons start a reading frame. */
export function startsOf(table: 1 | 11, start: 'ATG' | 'ATG+alt'): Set<number> {
  const codons = start === 'ATG' ? ['ATG'] : startCodons[table]!;
  return new Set(codons.map((codon) => codonAt(encodeDna(codon), 0)));
}
