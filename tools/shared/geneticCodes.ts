/**
 * The genetic codes of NCBI (`gc.prt`), by number. Each has the amino acids of its codons in the order TTT, TTC, TTA,
 * TTG, TCT, … GGG, with `*` for a stop; the start codons; and codons that mean an amino acid or a stop, depending on
 * the context.
 */
const codes: Record<number, [name: string, aminoAcids: string, starts: string, alsoStops?: string]> = {
  1: ['Standard', 'FFLLSSSSYY**CC*WLLLLPPPPHHQQRRRRIIIMTTTTNNKKSSRRVVVVAAAADDEEGGGG', 'TTG CTG ATG'],
  2: [
    'Vertebrate mitochondrial',
    'FFLLSSSSYY**CCWWLLLLPPPPHHQQRRRRIIMMTTTTNNKKSS**VVVVAAAADDEEGGGG',
    'ATT ATC ATA ATG GTG',
  ],
  3: ['Yeast mitochondrial', 'FFLLSSSSYY**CCWWTTTTPPPPHHQQRRRRIIMMTTTTNNKKSSRRVVVVAAAADDEEGGGG', 'ATA ATG GTG'],
  4: [
    'Mold, protozoan and coelenterate mitochondrial; Mycoplasma and Spiroplasma',
    'FFLLSSSSYY**CCWWLLLLPPPPHHQQRRRRIIIMTTTTNNKKSSRRVVVVAAAADDEEGGGG',
    'TTA TTG CTG ATT ATC ATA ATG GTG',
  ],
  5: [
    'Invertebrate mitochondrial',
    'FFLLSSSSYY**CCWWLLLLPPPPHHQQRRRRIIMMTTTTNNKKSSSSVVVVAAAADDEEGGGG',
    'TTG ATT ATC ATA ATG GTG',
  ],
  6: [
    'Ciliate, dasycladacean and hexamita nuclear',
    'FFLLSSSSYYQQCC*WLLLLPPPPHHQQRRRRIIIMTTTTNNKKSSRRVVVVAAAADDEEGGGG',
    'ATG',
  ],
  9: [
    'Echinoderm and flatworm mitochondrial',
    'FFLLSSSSYY**CCWWLLLLPPPPHHQQRRRRIIIMTTTTNNNKSSSSVVVVAAAADDEEGGGG',
    'ATG GTG',
  ],
  10: ['Euplotid nuclear', 'FFLLSSSSYY**CCCWLLLLPPPPHHQQRRRRIIIMTTTTNNKKSSRRVVVVAAAADDEEGGGG', 'ATG'],
  11: [
    'Bacterial, archaeal and plant plastid',
    'FFLLSSSSYY**CC*WLLLLPPPPHHQQRRRRIIIMTTTTNNKKSSRRVVVVAAAADDEEGGGG',
    'TTG CTG ATT ATC ATA ATG GTG',
  ],
  12: ['Alternative yeast nuclear', 'FFLLSSSSYY**CC*WLLLSPPPPHHQQRRRRIIIMTTTTNNKKSSRRVVVVAAAADDEEGGGG', 'CTG ATG'],
  13: ['Ascidian mitochondrial', 'FFLLSSSSYY**CCWWLLLLPPPPHHQQRRRRIIMMTTTTNNKKSSGGVVVVAAAADDEEGGGG', 'TTG ATA ATG GTG'],
  14: ['Alternative flatworm mitochondrial', 'FFLLSSSSYYY*CCWWLLLLPPPPHHQQRRRRIIIMTTTTNNNKSSSSVVVVAAAADDEEGGGG', 'ATG'],
  15: ['Blepharisma macronuclear', 'FFLLSSSSYY*QCC*WLLLLPPPPHHQQRRRRIIIMTTTTNNKKSSRRVVVVAAAADDEEGGGG', 'ATG'],
  16: ['Chlorophycean mitochondrial', 'FFLLSSSSYY*LCC*WLLLLPPPPHHQQRRRRIIIMTTTTNNKKSSRRVVVVAAAADDEEGGGG', 'ATG'],
  21: ['Trematode mitochondrial', 'FFLLSSSSYY**CCWWLLLLPPPPHHQQRRRRIIMMTTTTNNNKSSSSVVVVAAAADDEEGGGG', 'ATG GTG'],
  22: ['Scenedesmus obliquus mitochondrial', 'FFLLSS*SYY*LCC*WLLLLPPPPHHQQRRRRIIIMTTTTNNKKSSRRVVVVAAAADDEEGGGG', 'ATG'],
  23: [
    'Thraustochytrium mitochondrial',
    'FF*LSSSSYY**CC*WLLLLPPPPHHQQRRRRIIIMTTTTNNKKSSRRVVVVAAAADDEEGGGG',
    'ATT ATG GTG',
  ],
  24: [
    'Rhabdopleuridae mitochondrial',
    'FFLLSSSSYY**CCWWLLLLPPPPHHQQRRRRIIIMTTTTNNKKSSSKVVVVAAAADDEEGGGG',
    'TTG CTG ATG GTG',
  ],
  25: [
    'Candidate division SR1 and Gracilibacteria',
    'FFLLSSSSYY**CCGWLLLLPPPPHHQQRRRRIIIMTTTTNNKKSSRRVVVVAAAADDEEGGGG',
    'TTG ATG GTG',
  ],
  26: ['Pachysolen tannophilus nuclear', 'FFLLSSSSYY**CC*WLLLAPPPPHHQQRRRRIIIMTTTTNNKKSSRRVVVVAAAADDEEGGGG', 'CTG ATG'],
  27: ['Karyorelict nuclear', 'FFLLSSSSYYQQCCWWLLLLPPPPHHQQRRRRIIIMTTTTNNKKSSRRVVVVAAAADDEEGGGG', 'ATG', 'TGA'],
  28: [
    'Condylostoma nuclear',
    'FFLLSSSSYYQQCCWWLLLLPPPPHHQQRRRRIIIMTTTTNNKKSSRRVVVVAAAADDEEGGGG',
    'ATG',
    'TAA TAG TGA',
  ],
  29: ['Mesodinium nuclear', 'FFLLSSSSYYYYCC*WLLLLPPPPHHQQRRRRIIIMTTTTNNKKSSRRVVVVAAAADDEEGGGG', 'ATG'],
  30: ['Peritrich nuclear', 'FFLLSSSSYYEECC*WLLLLPPPPHHQQRRRRIIIMTTTTNNKKSSRRVVVVAAAADDEEGGGG', 'ATG'],
  31: ['Blastocrithidia nuclear', 'FFLLSSSSYYEECCWWLLLLPPPPHHQQRRRRIIIMTTTTNNKKSSRRVVVVAAAADDEEGGGG', 'ATG', 'TAA TAG'],
  32: [
    'Balanophoraceae plastid',
    'FFLLSSSSYY*WCC*WLLLLPPPPHHQQRRRRIIIMTTTTNNKKSSRRVVVVAAAADDEEGGGG',
    'TTG CTG ATT ATC ATA ATG GTG',
  ],
  33: [
    'Cephalodiscidae mitochondrial UAA-Tyr',
    'FFLLSSSSYYY*CCWWLLLLPPPPHHQQRRRRIIIMTTTTNNKKSSSKVVVVAAAADDEEGGGG',
    'TTG CTG ATG GTG',
  ],
};

export const geneticCodes = Object.keys(codes).map(Number);

/** List of the codes for the description of a setting. */
export const geneticCodeNames = geneticCodes.map((code) => `${code} ${codes[code]![0]}`).join(', ');

/** Codons that mean an amino acid or a stop, depending on the sequence that follows. */
export const doubtfulStops = (code: number): string[] => codes[code]![3]?.split(' ') ?? [];

/** A nucleotide code as the set of bases that it stands for (IUPAC): T 1, C 2, A 4, G 8. */
const bases: Record<string, number> = {
  ...{ T: 1, U: 1, C: 2, A: 4, G: 8 },
  ...{ Y: 3, W: 5, M: 6, H: 7, K: 9, S: 10, B: 11, R: 12, D: 13, V: 14, N: 15 },
};

/** The letter of each set of bases, by the set's number. */
const letters = '?TCYAWMHGKSBRDVN';

export function encodeDna(sequence: string): Uint8Array {
  return Uint8Array.from(sequence, (letter) => bases[letter]!);
}

/** Returns the letters of some sets, with T and never U. */
export const decodeDna = (sets: Uint8Array): string => Array.from(sets, (set) => letters[set]).join('');

export function reverseComplement(sets: Uint8Array): Uint8Array {
  // The bits of paired bases (T and A, C and G) are two places apart.
  return sets.map((set) => ((set << 2) | (set >> 2)) & 15).reverse();
}

/** Returns the position of a codon in tables of 16³ entries. */
export function codonAt(sets: Uint8Array, i: number): number {
  return (sets[i]! << 8) | (sets[i + 1]! << 4) | sets[i + 2]!;
}

const translations = new Map<number, string[]>();

/** Returns the amino acids by codon: '*' for a stop, B for D or N, Z for E or Q, J for I or L, X for other ambiguous codons. */
export function translationOf(code: number): string[] {
  const found = translations.get(code) ?? makeTranslation(codes[code]![1]);
  translations.set(code, found);
  return found;
}

/** The codes of IUPAC for two amino acids, as in the translations of NCBI. */
const ambiguous: Record<string, string> = { DN: 'B', EQ: 'Z', IL: 'J' };

const makeTranslation = (aminoAcids: string): string[] =>
  Array.from({ length: 16 ** 3 }, (_, codon) => {
    const meanings = new Set(expand(codon).map((exact) => aminoAcids[exact]));
    return meanings.size === 1 ? [...meanings][0]! : (ambiguous[[...meanings].sort().join('')] ?? 'X');
  });

/** Returns the unambiguous codons that an ambiguous codon stands for, as indices into the amino acids. */
function expand(codon: number): number[] {
  const choices = [codon >> 8, (codon >> 4) & 15, codon & 15].map((set) =>
    [0, 1, 2, 3].filter((bit) => set & (1 << bit)),
  );
  return choices.reduce((found, next) => found.flatMap((index) => next.map((bit) => index * 4 + bit)), [0]);
}

/** The 64 codons, in the order of NCBI. */
export const exactCodons = [...'TCAG'].flatMap((a) => [...'TCAG'].flatMap((b) => [...'TCAG'].map((c) => a + b + c)));

/** Returns the start codons. Ambiguous codons never start a reading frame. */
export function startsOf(code: number, start: 'ATG' | 'ATG+alt'): Set<number> {
  const codons = start === 'ATG' ? ['ATG'] : codes[code]![2].split(' ');
  return new Set(codons.map((codon) => codonAt(encodeDna(codon), 0)));
}
