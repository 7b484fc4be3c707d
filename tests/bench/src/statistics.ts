/** The middle value, or the mean of the two middle ones. */
export function median(values: number[]): number {
  return quantile(values, 0.5);
}

/** The value below which a share `q` (0 to 1) of the values lies, linear between neighbours. */
export function quantile(values: number[], q: number): number {
  if (values.length === 0) throw new Error('no values');
  const sorted = values.toSorted((a, b) => a - b);
  const position = (sorted.length - 1) * q;
  const below = Math.floor(position);
  const above = Math.ceil(position);
  return sorted[below]! + (sorted[above]! - sorted[below]!) * (position - below);
}

export function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** What a figure is to be. */
export type Goal = { atLeast: number } | { atMost: number };

export type Verdict = 'reached' | 'missed' | 'disturbed';

/** One round of a measure, and the share of the machine (0 to 1) that other programs took meanwhile. */
export interface Round {
  value: number;
  foreign: number;
}

/** A round in which others took more than this says little about us. */
export const MAX_FOREIGN = 0.2;

export function isCalm({ foreign }: Round): boolean {
  return foreign <= MAX_FOREIGN;
}

export interface Summary {
  median: number;
  min: number;
  max: number;
  calm: number;
  disturbed: number;
  verdict: Verdict;
}

/**
 * What the rounds of a measure say: of the calm ones when there are as many as were asked for. Otherwise of all of them,
 * and the verdict says that nobody should trust it.
 */
export function summarise(rounds: Round[], wanted: number, goal: Goal): Summary {
  const calm = rounds.filter(isCalm);
  const enough = calm.length >= wanted;
  const values = (enough ? calm : rounds).map(({ value }) => value);
  const middle = median(values);
  return {
    median: middle,
    min: Math.min(...values),
    max: Math.max(...values),
    calm: calm.length,
    disturbed: rounds.length - calm.length,
    verdict: enough ? judge(middle, goal) : 'disturbed',
  };
}

function judge(value: number, goal: Goal): Verdict {
  const reached = 'atLeast' in goal ? value >= goal.atLeast : value <= goal.atMost;
  return reached ? 'reached' : 'missed';
}
