/** Lengths of words of bases. MMseqs2 has a table of 8 bytes for each word: 34 MB and 2.1 GB. */
const SHORTEST = 11;
const LONGEST = 14;

/**
 * Returns the length of words of bases for a database with this many residues: of the longer words at most one in four
 * occurs by chance. MMseqs2 itself always takes 15, whose table has 8.6 GB.
 */
export const lengthOfWords = (residues: number): number =>
  Math.min(LONGEST, Math.max(SHORTEST, Math.ceil(Math.log(residues) / Math.log(4)) + 1));
