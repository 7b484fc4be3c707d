import type { ResidueKind } from '../shared/residueCodes.ts';
import { identitiesOf } from './identities.ts';
import type { AutomaticMethod } from './methods.ts';
import { similarityOf } from './similarity.ts';

/** Returns the columns that a method keeps. `gaps` has the number of gaps of each column. */
export function columnsOf(
  method: AutomaticMethod,
  rows: string[],
  gaps: ArrayLike<number>,
  kind: ResidueKind,
): number[] {
  const mostGaps = gappyout(gaps, rows.length);
  const hasFewGaps = Array.from(gaps, (count) => count <= mostGaps);
  if (method === 'gappyout') return indicesOf(hasFewGaps);
  const identities = identitiesOf(rows, kind);
  if (method === 'automated1' && prefersGappyout(identities)) return indicesOf(hasFewGaps);
  const similarity = similarityOf(rows, kind, identities, gaps);
  const least = similarityThreshold(similarity.filter((_, i) => hasFewGaps[i]));
  // The threshold is NaN when no column has similar residues. It must then drop no column.
  const good = hasFewGaps.map((few, i) => few && !(similarity[i]! < least));
  return indicesOf(inBlocks(withNeighbours(good), blockOf(method, good.length)));
}

const { fround, log10 } = Math;

const indicesOf = (kept: boolean[]): number[] => kept.flatMap((is, i) => (is ? [i] : []));

/**
 * Returns the number of gaps at which the distribution of columns bends most. The points of the distribution are the
 * numbers of gaps that occur. A slope spans three points. It is compared with the slope two points before, or one point
 * before for the first slope.
 */
function gappyout(gaps: ArrayLike<number>, rowCount: number): number {
  const counts = new Map<number, number>();
  for (let i = 0; i < gaps.length; i++) counts.set(gaps[i]!, (counts.get(gaps[i]!) ?? 0) + 1);
  const points = [...counts].map(([gap, columns]) => ({ gap, columns })).sort((a, b) => a.gap - b.gap);
  const slopes = points.map(({ gap, columns }, i) => {
    if (i < 2) return undefined;
    const part = fround((columns + points[i - 1]!.columns) / gaps.length);
    return fround(fround((gap - points[i - 2]!.gap) / rowCount) / part);
  });
  let [steepest, found] = [-1, points[0]!.gap];
  for (let i = 3; i < points.length; i++) {
    const change = fround(slopes[i]! / (slopes[i - 2] ?? slopes[i - 1]!));
    if (change > steepest) [steepest, found] = [change, points[i - 2]!.gap];
  }
  return found;
}

/**
 * Returns a threshold between two similarities: those above which 20 % and 80 % of the columns lie. It is a tenth of
 * the way from the lower to the higher one, on a logarithmic scale.
 */
function similarityThreshold(similarity: ArrayLike<number>): number {
  const sorted = Array.from(similarity).sort((a, b) => b - a);
  const at = (percent: number) => sorted.findLast((_, i) => fround((i + 1) / sorted.length) * 100 <= percent) ?? 0;
  const [upper, lower] = [fround(log10(at(20))), fround(log10(at(80)))];
  return fround(10 ** fround(fround((upper - lower) / 10) + lower));
}

/**
 * Restores a dropped column when at least three of the columns up to two places away are kept. The first and the last
 * column have only two such neighbours, and need both.
 */
function withNeighbours(kept: boolean[]): boolean[] {
  const last = kept.length - 1;
  return kept.map((is, i) => {
    if (is) return true;
    const all = [i - 2, i - 1, i + 1, i + 2].filter((at) => at >= 0 && at <= last);
    const enough = i === 0 || i === last ? 2 : 3;
    return all.filter((at) => kept[at]).length >= enough;
  });
}

/** Returns the minimum number of columns in a block. */
const blockOf = (method: AutomaticMethod, columns: number): number =>
  method === 'strictplus' ? Math.min(12, Math.max(3, Math.round(columns * 0.01))) : 5;

function inBlocks(kept: boolean[], least: number): boolean[] {
  const result = [...kept];
  for (let start = 0; start < kept.length; start++) {
    if (!kept[start]) continue;
    let end = start;
    while (kept[end]) end++;
    if (end - start < least) result.fill(false, start, end);
    start = end;
  }
  return result;
}

/** Returns the decision of trimAl's `-automated1`. */
function prefersGappyout(identities: Float32Array[]): boolean {
  const count = identities.length;
  let [all, most] = [0, 0];
  for (const [i, row] of identities.entries()) {
    const others = row.filter((_, j) => j !== i);
    all += others.reduce((sum, value) => sum + value, 0) / (count - 1);
    most += others.reduce((best, value) => Math.max(best, value), 0);
  }
  const [mean, best] = [all / count, most / count];
  if (mean >= 0.55) return true;
  if (mean <= 0.38) return false;
  return count <= 20 || (best >= 0.5 && best <= 0.65);
}
