import * as Type from 'typebox';

/**
 * A setting of tools that take an alignment. A file with rows does not say whether its letters are amino acids or
 * nucleotides.
 */
export const alphabetSetting = Type.Enum(['auto', 'protein', 'dna'], {
  default: 'auto',
  description:
    'What the letters are. auto: nucleotides where three quarters are bases and the rest their ambiguity codes. Ambiguity codes (X, B, ' +
    'Z, J of proteins; N, R, Y, … of nucleotides) never count as residues, and U is T',
});
