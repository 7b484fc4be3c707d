import * as Type from 'typebox';
import type { Settings } from '../../contract.ts';

/** Settings of phmmer and jackhmmer, which make a profile from one sequence. */
export const scoringSettings = {
  matrix: Type.Enum(
    ['BLOSUM45', 'BLOSUM50', 'BLOSUM62', 'BLOSUM80', 'BLOSUM90', 'PAM30', 'PAM70', 'PAM120', 'PAM240'],
    { default: 'BLOSUM62', description: 'Matrix from which the profile of the query is made (--mx)' },
  ),
  gap_open: Type.Number({
    minimum: 0,
    exclusiveMaximum: 0.5,
    default: 0.02,
    description: 'Probability that a gap opens (--popen)',
  }),
  gap_extend: Type.Number({
    minimum: 0,
    exclusiveMaximum: 1,
    default: 0.4,
    description: 'Probability that a gap goes on (--pextend)',
  }),
};

/** Returns the options of phmmer and jackhmmer for `scoringSettings`. */
export const scoringOptions = ({ matrix, gap_open, gap_extend }: Settings): string[] => [
  ...['--mx', String(matrix), '--popen', String(gap_open), '--pextend', String(gap_extend)],
];
