import type { SequenceRecord } from '../fasta.ts';
import { countUnknown, isMostlyUnknown } from '../residueCodes.ts';

/** Returns why a query with mostly unknown residues finds nothing; undefined for other queries. */
export function unknownHint(sequence: string, isNucleotide: boolean): string | undefined {
  const kind = isNucleotide ? 'dna' : 'protein';
  if (!isMostlyUnknown(sequence, kind)) return undefined;
  return `found nothing; ${countUnknown(sequence, kind)} of its ${sequence.length} residues are unknown`;
}

/**
 * Returns a function that explains why a query finds nothing although the database has the same sequence. `reason` says
 * how the program treats sequences of low complexity. The function returns undefined when the database lacks the
 * sequence.
 */
export function sameSequenceHint(records: SequenceRecord[], reason: string): (sequence: string) => string | undefined {
  const searched = new Set(records.map(({ sequence }) => sequence));
  return (sequence) =>
    searched.has(sequence) ? `found nothing although the database has the same sequence: ${reason}` : undefined;
}
