import type { Problem, Settings } from '../contract.ts';

/**
 * Costs to open and to extend a gap for which DIAMOND 2.1 has statistics, by matrix. The first pair is the matrix's
 * own. They are the constants of its sources (`src/stats/matrices`).
 */
export const gapCosts: Record<string, string> = {
  BLOSUM45: '14,2 13,3 12,3 11,3 10,3 16,2 15,2 13,2 12,2 19,1 18,1 17,1 16,1',
  BLOSUM50: '13,2 13,3 12,3 11,3 10,3 9,3 16,2 15,2 14,2 12,2 19,1 18,1 17,1 16,1 15,1',
  BLOSUM62: '11,1 11,2 10,2 9,2 8,2 7,2 6,2 13,1 12,1 10,1 9,1',
  BLOSUM80: '10,1 25,2 13,2 9,2 8,2 7,2 6,2 11,1 9,1',
  BLOSUM90: '10,1 9,2 8,2 7,2 6,2 11,1 9,1',
  PAM30: '9,1 7,2 6,2 5,2 10,1 8,1',
  PAM70: '10,1 8,2 7,2 6,2 11,1 9,1',
  PAM250: '14,2 15,3 14,3 13,3 12,3 11,3 17,2 16,2 15,2 13,2 21,1 20,1 19,1 18,1 17,1',
};

/** Returns the problem of costs that DIAMOND would refuse. */
export function gapProblems({ matrix, gap_open, gap_extend }: Settings): Problem[] {
  const problem = (message: string) => [{ path: 'settings.gap_open', message }];
  if (gap_open === -1 && gap_extend === -1) return [];
  if (gap_open === -1 || gap_extend === -1) return problem('gap_open and gap_extend are set together, or both -1');
  const known = gapCosts[matrix as string]!;
  if (known.split(' ').includes(`${gap_open},${gap_extend}`)) return [];
  return problem(
    `DIAMOND has no statistics for ${matrix} with gap costs ${gap_open},${gap_extend}; it has them for ${known}`,
  );
}
