import type { Problem } from '../../contract.ts';
import type { SequenceRecord } from '../fasta.ts';
import type { Notes } from '../notes.ts';
import type { FromInput } from '../readInputs.ts';

/** MMseqs2 makes words of up to 7 residues over a pattern of 14, and fails where there are none. */
export const SHORTEST = 14;

/** The problem of a slot in which every sequence is too short for MMseqs2. */
export function refuseShort(slotId: string, records: SequenceRecord[]): Problem[] {
  if (records.length === 0 || records.some(({ sequence }) => sequence.length >= SHORTEST)) return [];
  return [{ path: 'input.inputs', message: `slot '${slotId}' has no sequence of ${SHORTEST} residues or more` }];
}

interface Searched {
  queries: { records: FromInput<SequenceRecord>[] };
  database: { records: FromInput<SequenceRecord>[] };
}

/** Codons of the shortest reading frame that it translates. */
const SHORTEST_FRAME = 30;

/** Names the sequences that MMseqs2 does not search: those without a word, and DNA without a reading frame. */
export function leaveOutShort(
  notes: Notes,
  { queries, database }: Searched,
  kinds: { query: string; subject: string },
  translated: boolean,
): void {
  for (const [records, kind] of [
    [queries.records, kinds.query],
    [database.records, kinds.subject],
  ] as const) {
    const shortest = kind === 'dna' && translated ? 3 * SHORTEST_FRAME : SHORTEST;
    const why = `shorter than ${shortest} residues, which MMseqs2 does not search`;
    for (const [inputId, short] of Map.groupBy(
      records.filter(({ sequence }) => sequence.length < shortest),
      (record) => record.inputId,
    ))
      notes.leftOut(
        inputId,
        'sequences',
        'record',
        short.map(({ name }) => name),
        why,
      );
  }
}

/** Why a query may have no hit although the database has its like. */
export const hintFor =
  (kind: string) =>
  ({ sequence }: SequenceRecord): string | undefined => {
    const known = sequence.replace(kind === 'dna' ? /[^ACGTU]/g : /[XBZJ]/g, '').length;
    if (known >= sequence.length / 2) return undefined;
    return `found nothing; ${sequence.length - known} of its ${sequence.length} residues are unknown`;
  };
