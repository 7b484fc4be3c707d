/** Each code of IUPAC in the first row pairs with the one below it. */
const [codes, partners] = ['ACGTURYSWKMBDHVN', 'TGCAAYRSWMKVHDBN'];
const complement = new Map([...codes].map((code, i) => [code, partners[i]!]));

/** The other strand of DNA, read in its own direction. */
export const reverseComplement = (sequence: string): string =>
  Array.from(sequence, (code) => complement.get(code) ?? code)
    .reverse()
    .join('');
