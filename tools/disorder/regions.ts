import { smoothed } from './smoothed.ts';

export interface RegionRule {
  threshold: number;
  /** Minimum length of a disordered region. Shorter ones count as folded. */
  minimum_idr_size: number;
  /** Minimum length of a folded region. Shorter gaps between disordered regions are judged by lower thresholds. */
  minimum_folded_domain: number;
  gap_closure: number;
}

/** Residues from `start` to before `end`, counted from 0. */
export interface Region {
  kind: 'disordered' | 'folded';
  start: number;
  end: number;
}

/**
 * Finds disordered and folded regions of scores by the rule of metapredict (`domain_definition.py` of its sources). It
 * smooths the scores, closes small gaps, drops small regions, and adds gaps that are nearly disordered to their
 * neighbours.
 */
export function regionsOf(scores: number[], rule: RegionRule): Region[] {
  const values = smoothed(scores, windowOf(scores.length, rule)).map((value) => Math.min(1, Math.max(0, value)));
  const marks = Uint8Array.from(values, (value) => (value > rule.threshold ? 1 : 0));
  const { length } = marks;
  if (length < rule.minimum_idr_size || length < 3 * rule.gap_closure + 1) {
    const part = marks.reduce((sum, mark) => sum + mark, 0) / length;
    return [{ kind: part >= rule.threshold ? 'disordered' : 'folded', start: 0, end: length }];
  }
  for (let gap = 1; gap <= rule.gap_closure; gap++) closeGaps(marks, gap);
  for (const run of runsOf(marks))
    if (run.mark === 1 && run.end - run.start <= rule.minimum_idr_size) marks.fill(0, run.start, run.end);
  for (const run of runsOf(marks))
    if (run.mark === 0 && isNearlyDisordered(values, run, rule)) marks.fill(1, run.start, run.end);
  return runsOf(marks).map(({ mark, start, end }) => ({ kind: mark === 1 ? 'disordered' : 'folded', start, end }));
}

/** Returns the widest odd window that fits the scores, up to twice the smallest region. */
function windowOf(length: number, { minimum_idr_size }: RegionRule): number {
  const width = 2 * minimum_idr_size <= 3 ? 5 : 2 * minimum_idr_size;
  const fits = Math.min(width, length);
  return fits % 2 === 0 ? fits - 1 : fits;
}

/**
 * Fills gaps between two stretches of the same length. Like metapredict, it moves ahead by more than one residue where
 * nothing can change.
 */
function closeGaps(marks: Uint8Array, gap: number): void {
  for (let i = 0; ; ) {
    const sum = sumOf(marks, i, i + 3 * gap);
    if (sum === 0) i += 3 * gap;
    else if (sum === 3 * gap) i += 2 * gap;
    else {
      if (sumOf(marks, i, i + gap) === gap && sumOf(marks, i + 2 * gap, i + 3 * gap) === gap)
        marks.fill(1, i + gap, i + 2 * gap);
      i++;
    }
    if (i + 3 * gap >= marks.length) return;
  }
}

function sumOf(marks: Uint8Array, from: number, to: number): number {
  let sum = 0;
  for (let i = from; i < to; i++) sum += marks[i]!;
  return sum;
}

interface Stretch {
  mark: number;
  start: number;
  end: number;
}

function runsOf(marks: Uint8Array): Stretch[] {
  const runs: Stretch[] = [];
  for (const [i, mark] of marks.entries()) {
    const last = runs.at(-1);
    if (last?.mark === mark) last.end = i + 1;
    else runs.push({ mark, start: i, end: i + 1 });
  }
  return runs;
}

/** Whether a gap is nearly disordered. Coiled coils within disordered regions have lower scores. */
function isNearlyDisordered(
  values: number[],
  { start, end }: Stretch,
  { threshold, minimum_folded_domain }: RegionRule,
): boolean {
  const length = end - start;
  const mean = values.slice(start, end).reduce((sum, value) => sum + value, 0) / length;
  return (
    (length < minimum_folded_domain && mean > 0.75 * threshold) ||
    (length < 35 && mean > 0.35 * threshold) ||
    (length < 20 && mean > 0.25 * threshold)
  );
}
