import type { Problem } from '../../contract.ts';
import type { SequenceRecord } from '../fasta.ts';

/** MMseqs2 makes words of up to 7 residues over a pattern of 14, and fails where there are none. */
const SHORTEST = 14;

/** The problem of a slot in which every sequence is too short for MMseqs2. */
export function refuseShort(slotId: string, records: SequenceRecord[]): Problem[] {
  if (records.length === 0 || records.some(({ sequence }) => sequence.length >= SHORTEST)) return [];
  return [{ path: 'input.inputs', message: `slot '${slotId}' has no sequence of ${SHORTEST} residues or more` }];
}
