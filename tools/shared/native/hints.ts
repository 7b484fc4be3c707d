import type { SequenceRecord } from '../fasta.ts';

/** Returns why a query finds nothing: most of its residues are unknown. Undefined where they are known. */
export function unknownHint(sequence: string, isNucleotide: boolean): string | undefined {
  const known = sequence.replace(isNucleotide ? /[^ACGTU]/g : /[XBZJ]/g, '').length;
  if (known >= sequence.length / 2) return undefined;
  return `found nothing; ${sequence.length - known} of its ${sequence.length} residues are unknown`;
}

/**
 * Returns a function that tells why a query finds nothing although the database has the same sequence. `reason` says what
 * the program does with sequences of low complexity. Undefined where the database lacks the sequence.
 */
export function sameSequenceHint(records: SequenceRecord[], reason: string): (sequence: string) => string | undefined {
  const searched = new Set(records.map(({ sequence }) => sequence));
  return (sequence) =>
    searched.has(sequence) ? `found nothing although the database has the same sequence: ${reason}` : undefined;
}
