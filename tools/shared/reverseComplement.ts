/** Each IUPAC code in the first row pairs with the code below it. */
const [codes, partners] = ['ACGTURYSWKMBDHVN', 'TGCAAYRSWMKVHDBN'];
const complement = new Map([...codes].map((code, i) => [code, partners[i]!]));

/** Returns the other strand of DNA, in its own direction. */
export const reverseComplement = (sequence: string): string =>
  Array.from(sequence, (code) => complement.get(code) ?? code)
    .reverse()
    .join('');
