import { type Problem, type Settings, ToolError } from '../../contract.ts';
import type { SequenceRecord } from '../fasta.ts';
import type { Notes } from '../notes.ts';
import type { FromInput } from '../readInputs.ts';
import { sameSequenceHint, unknownHint } from './hints.ts';
import { programs } from './programs.ts';
import { type Order, runProgram } from './runProgram.ts';

/**
 * MMseqs2 makes words of up to 7 residues over a pattern of 14, and fails when no sequence is long enough for a word.
 */
export const SHORTEST = 14;

/** Returns the problem of a slot in which every sequence is too short for MMseqs2. */
export function refuseShort(slotId: string, records: SequenceRecord[]): Problem[] {
  if (records.length === 0 || records.some(({ sequence }) => sequence.length >= SHORTEST)) return [];
  return [{ path: 'input.inputs', message: `slot '${slotId}' has no sequence of ${SHORTEST} residues or more` }];
}

interface Searched {
  queries: { records: FromInput<SequenceRecord>[] };
  database: { records: FromInput<SequenceRecord>[] };
}

/** Codons of the shortest reading frame that MMseqs2 translates. */
const SHORTEST_FRAME = 30;

/**
 * Notes the sequences that MMseqs2 does not search: those too short for a word, and DNA too short for a reading frame.
 */
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

/** Returns a function that explains why a query has no hit although the database has a similar sequence. */
export function hintFor(kind: string, searched: SequenceRecord[], { mask }: Settings) {
  const reason = mask
    ? 'regions of low complexity are masked; see the setting mask'
    : 'matches of low complexity score little';
  const same = sameSequenceHint(searched, reason);
  return ({ sequence }: SequenceRecord): string | undefined => unknownHint(sequence, kind === 'dna') ?? same(sequence);
}

/**
 * Returns the option for the kind of sequences. Without it MMseqs2 guesses: it takes DNA with many ambiguity codes for
 * proteins, and proteins of A, C, G, T and N for DNA.
 */
export const databaseType = (kind: string): string[] => ['--dbtype', kind === 'protein' ? '1' : '2'];

/** The error that MMseqs2 prints when masking leaves nothing of any sequence. */
const NOTHING_LEFT = 'No k-mer could be extracted';

/** The error with which MMseqs2 ends when it cannot compute E-values for a matrix and costs of gaps. */
const NO_STATISTICS = 'Sls::error';

/**
 * Runs MMseqs2 like `runProgram`. Sets `allMasked` when it ended because all sequences are of low complexity or
 * unknown, which MMseqs2 reports as an error (soedinglab/MMseqs2 #828).
 */
export async function runMmseqs(
  order: Omit<Order, 'program'>,
): Promise<{ stopped: boolean; allMasked: boolean; stdout: string }> {
  try {
    const { stopped, stdout } = await runProgram({ ...order, program: programs.mmseqs });
    return { stopped, allMasked: false, stdout };
  } catch (error) {
    if (error instanceof ToolError && error.message.includes(NOTHING_LEFT))
      return { stopped: false, allMasked: true, stdout: '' };
    if (error instanceof ToolError && error.message.includes(NO_STATISTICS))
      throw new ToolError('MMseqs2 has no statistics for this matrix with gaps as cheap as these: set larger costs');
    throw error;
  }
}

/**
 * Returns whether the clock of MMseqs2 stood still, by the durations that it prints with `-v 3`. A program that was linked statically keeps
 * its clock.
 */
export function clockStood(stdout: string): boolean {
  const times = stdout.match(/^Time for .*$/gm) ?? [];
  return times.length > 0 && times.every((line) => line.endsWith(': 0h 0m 0s 0ms'));
}

/** Warns that nothing was searched, because masking leaves nothing of the database. */
export function warnAllMasked(notes: Notes, inputId: string): void {
  notes.warn(
    inputId,
    'database',
    'every sequence of the database is unknown or of low complexity, so nothing was searched; see the setting mask',
  );
}
