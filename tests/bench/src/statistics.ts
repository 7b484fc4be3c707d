/** Returns the middle value, or the mean of the two middle values. */
export function median(values: number[]): number {
  return quantile(values, 0.5);
}

/** Returns the value below which a share `q` (0 to 1) of the values lies, interpolated linearly. */
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

/** The goal of a figure. */
export type Goal = { atLeast: number } | { atMost: number };

export type Verdict = 'reached' | 'missed' | 'disturbed';

/** One round of a measure, and the share of the machine (0 to 1) used by other programs during the round. */
export interface Round {
  value: number;
  foreign: number;
}

/** A round in which other programs used more than this share is disturbed. */
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
 * Summarises the calm rounds of a measure, if there are enough of them. Otherwise summarises all rounds with the
 * verdict `disturbed`, which means that the result is not reliable.
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
