import { type Match, numberOf, withValue } from '../shared/native/matches.ts';
import { rounded } from '../shared/structure/vectors.ts';

/**
 * Returns a query of DNA, with an N after it if DIAMOND 2.1 would translate its reverse strand wrongly. In queries of
 * 3n + 1 bases, the last codon of frame -2 is wrong or missing (bbuchfink/diamond #679). Positions do not change.
 */
export const padded = (sequence: string): string => (isPadded(sequence) ? `${sequence}N` : sequence);

/** Returns whether DIAMOND reads a query of DNA with an N after it. */
export const isPadded = (sequence: string): boolean => sequence.length % 3 === 1;

/** Returns a match of a padded query with length, coverage and frame of the original query. */
export function ofWholeQuery(match: Match, length: number): Match {
  if (numberOf(match, 'qlen') === length) return match;
  const [start, end] = [numberOf(match, 'qstart'), numberOf(match, 'qend')];
  const isReverse = start > end;
  const frame = isReverse ? -(((length - start) % 3) + 1) : ((start - 1) % 3) + 1;
  const coverage = (100 * (Math.abs(end - start) + 1)) / length;
  const counted = withValue(withValue(match, 'qlen', length), 'qframe', frame);
  return withValue(counted, 'qcovs', rounded(coverage, 1));
}
