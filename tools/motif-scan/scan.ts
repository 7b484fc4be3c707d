import type { ResidueKind } from '../shared/residueCodes.ts';
import { type Pattern, takenBy } from './pattern.ts';

/** 0-based; the end is excluded. */
export interface Match {
  start: number;
  end: number;
}

interface State {
  /** Letters that the state matches, by character code. */
  takes: Uint8Array;
  /** The next state can be reached without a letter. */
  optional: boolean;
  /** The state may match repeatedly. */
  loops: boolean;
}

export type Scanner = (sequence: string, overlapping: boolean) => Generator<Match>;

/**
 * Returns a function that finds the longest match from each position with a nondeterministic automaton (Thompson,
 * Commun. ACM 11:419-422, 1968). It follows all possible matches at once, so for any text the time is bounded by
 * positions × `worstSteps`.
 */
export function scannerOf({ elements, atStart, atEnd, orStart, orEnd }: Pattern, kind: ResidueKind): Scanner {
  const states: State[] = elements.flatMap((element): State[] => {
    const takes = takenBy(element, kind);
    const { min, max } = element;
    if (max === Number.POSITIVE_INFINITY) return [{ takes, optional: true, loops: true }];
    return Array.from({ length: max }, (_, i) => ({ takes, optional: i >= min, loops: false }));
  });
  const final = states.length;
  /** For each state, all states that can be reached without a letter, itself included, in rising order. */
  const reach = Array.from({ length: final + 1 }, (_, from) => {
    const found = [from];
    for (let at = from; at < final && states[at]!.optional; at++) found.push(at + 1);
    return found;
  });
  const behindFirst = elements[0]!.max;
  const beforeLast = final - (elements.at(-1)!.max === Number.POSITIVE_INFINITY ? 1 : elements.at(-1)!.max);

  /** Letters with which a match may begin. Most positions of a sequence fail this test. */
  const first = new Uint8Array(128).map((_, code) => (reach[0]!.some((at) => states[at]?.takes[code]) ? 1 : 0));
  const isFixed = !orStart && !orEnd && states.every(({ optional }) => !optional);

  function endOfFixed(sequence: string, start: number): number {
    const end = start + final;
    if (end > sequence.length || (atEnd && end < sequence.length)) return -1;
    for (let at = 1; at < final; at++) if (!states[at]!.takes[sequence.charCodeAt(start + at)]) return -1;
    return end;
  }

  function longestFrom(sequence: string, start: number): number {
    let active = new Set(reach[0]);
    if (orStart && start === 0) for (const at of reach[Math.min(behindFirst, final)]!) active.add(at);
    let longest = -1;
    for (let i = start; active.size > 0; i++) {
      const isEnd = i === sequence.length;
      if (active.has(final) && (!atEnd || isEnd)) longest = i;
      if (isEnd && orEnd && active.has(beforeLast)) longest = i;
      if (isEnd) break;
      const code = sequence.charCodeAt(i);
      const next = new Set<number>();
      for (const at of active) {
        if (at === final || !states[at]!.takes[code]) continue;
        for (const reached of reach[states[at]!.loops ? at : at + 1]!) next.add(reached);
      }
      active = next;
    }
    return longest;
  }

  return function* scan(sequence, overlapping) {
    for (let start = 0; start < sequence.length; start++) {
      if (atStart && start > 0) return;
      const mayBegin = first[sequence.charCodeAt(start)] === 1 || (orStart && start === 0);
      if (!mayBegin) continue;
      const end = isFixed ? endOfFixed(sequence, start) : longestFrom(sequence, start);
      if (end <= start) continue;
      yield { start, end };
      if (!overlapping) start = end - 1;
    }
  };
}
