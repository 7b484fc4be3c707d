import type { Problem, Settings } from '../contract.ts';

/**
 * Costs to open and to extend a gap for which BLAST+ 2.12 has statistics, by matrix. BLAST lists them when other costs
 * are given.
 */
export const proteinGapCosts: Record<string, string> = {
  BLOSUM45: '13,3 12,3 11,3 10,3 16,2 15,2 14,2 13,2 12,2 19,1 18,1 17,1 16,1',
  BLOSUM50: '13,3 12,3 11,3 10,3 9,3 16,2 15,2 14,2 13,2 12,2 19,1 18,1 17,1 16,1 15,1',
  BLOSUM62: '11,2 10,2 9,2 8,2 7,2 6,2 13,1 12,1 11,1 10,1 9,1',
  BLOSUM80: '25,2 13,2 9,2 8,2 7,2 6,2 11,1 10,1 9,1',
  BLOSUM90: '9,2 8,2 7,2 6,2 11,1 10,1 9,1',
  PAM30: '7,2 6,2 5,2 10,1 9,1 8,1 15,3 14,2 14,1 13,3',
  PAM70: '8,2 7,2 6,2 11,1 10,1 9,1 11,2 12,3',
  PAM250: '15,3 14,3 13,3 12,3 11,3 17,2 16,2 15,2 14,2 13,2 21,1 20,1 19,1 18,1 17,1',
};

/** The same by the scores of bases (reward, penalty). All costs from the values after the `+` on are also accepted. */
const dnaGapCosts: Record<string, string> = {
  '1,-4': '0,2 1,2 2,1 1,1 +2,2',
  '1,-3': '2,2 1,2 0,2 2,1 1,1 +2,2',
  '1,-2': '2,2 1,2 0,2 3,1 2,1 1,1 +2,2',
  '1,-1': '3,2 2,2 1,2 0,2 4,1 3,1 2,1 +4,2',
  '2,-7': '2,4 0,4 4,2 2,2 +4,4',
  '2,-5': '2,4 0,4 4,2 2,2 +4,4',
  '2,-3': '4,4 2,4 0,4 3,3 6,2 5,2 4,2 2,2 +6,4',
  '3,-4': '6,3 5,3 4,3 6,2 5,2 4,2 +6,3',
  '4,-5': '6,5 5,5 4,5 3,5 +12,8',
};

/** Default scores of the tasks of blastn. */
const ownScores: Record<string, string> = { megablast: '1,-2', 'blastn-short': '1,-3' };

export const matrixOf = ({ matrix, task }: Settings): string =>
  matrix !== 'auto' ? (matrix as string) : task === 'blastp-short' ? 'PAM30' : 'BLOSUM62';

/** Returns the problems of costs and scores that BLAST would refuse. */
export function gapProblems(settings: Settings, matrix: string): Problem[] {
  const { program, task, gap_open, gap_extend, reward, penalty } = settings;
  const [open, extend] = [Number(gap_open), Number(gap_extend)];
  const problem = (setting: string, message: string) => [{ path: `settings.${setting}`, message }];
  if (program !== 'blastn' && (reward !== 0 || penalty !== 0))
    return problem('reward', `${program} scores by a matrix; reward and penalty are of blastn`);
  if ((reward === 0) !== (penalty === 0)) return problem('reward', 'reward and penalty are set together, or both 0');
  const scores = reward === 0 ? (ownScores[task as string] ?? '2,-3') : `${reward},${penalty}`;
  const known = program === 'blastn' ? dnaGapCosts[scores] : proteinGapCosts[matrix];
  if (known === undefined)
    return problem(
      'reward',
      `BLAST has no statistics for ${scores}; it has them for ${Object.keys(dnaGapCosts).join(' ')}`,
    );
  if (open === -1 && extend === -1) return [];
  if (program === 'tblastx') return problem('gap_open', 'tblastx makes alignments without gaps');
  if (open === -1 || extend === -1) return problem('gap_open', 'gap_open and gap_extend are set together, or both -1');
  if (isKnown(known, open, extend)) return [];
  const what = program === 'blastn' ? `the scores ${scores}` : matrix;
  return problem(
    'gap_open',
    `BLAST has no statistics for ${what} with gap costs ${open},${extend}; it has them for ${readable(known)}`,
  );
}

function isKnown(known: string, open: number, extend: number): boolean {
  const [listed, from] = known.split(' +');
  const [least, most] = from?.split(',').map(Number) ?? [];
  const isFree = least !== undefined && open >= least && extend >= most!;
  return isFree || listed!.split(' ').includes(`${open},${extend}`);
}

const readable = (known: string): string => known.replace('+', 'and all from ');
