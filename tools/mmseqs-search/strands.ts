import { type Match, numberOf, withValue } from '../shared/native/matches.ts';
import { asDna } from '../shared/native/safeIds.ts';
import { reverseComplement } from '../shared/reverseComplement.ts';

const WORD = 10;

/** Maximum number of bases that are compared. More are not needed to tell the strands apart. */
const MAX_COMPARED = 2_000;

/**
 * Returns a match of DNA with the strand on which the bases agree. In some runs MMseqs2 14 gives matches of the forward
 * strand the positions of the reverse strand, counted from the other end, although they have no base in common there.
 */
export function onItsStrand(match: Match, query: string, subject: string): Match {
  const [qstart, qend] = [numberOf(match, 'qstart'), numberOf(match, 'qend')];
  const given = [numberOf(match, 'sstart'), numberOf(match, 'send')] as const;
  const other = given.map((position) => subject.length + 1 - position) as [number, number];
  const words = new Set(wordsOf(read(query, qstart, qend)));
  const shared = ([start, end]: readonly [number, number]) =>
    wordsOf(read(subject, start, end)).filter((word) => words.has(word)).length;
  if (shared(other) <= shared(given)) return match;
  return withValue(withValue(match, 'sstart', other[0]), 'send', other[1]);
}

/** Returns the bases from one position to another, as they are read: the reverse complement where `start` is greater. */
function read(sequence: string, start: number, end: number): string {
  if (start <= end) return asDna(sequence.slice(start - 1, Math.min(end, start - 1 + MAX_COMPARED)));
  return reverseComplement(asDna(sequence.slice(Math.max(end - 1, start - MAX_COMPARED), start)));
}

const wordsOf = (bases: string): string[] =>
  Array.from({ length: Math.max(0, bases.length - WORD + 1) }, (_, i) => bases.slice(i, i + WORD));
