import type { Problem, ToolInput, ToolInputSlot, Verdict } from '../../contract.ts';
import type { SequenceRecord } from '../fasta.ts';
import { quoted } from '../problems.ts';
import { type FromInput, readSequences } from '../readInputs.ts';

/**
 * Returns the problems of the sequences. `minutes` estimates the run from their number and total length. With `each`,
 * every sequence must have a known residue, because the program fails at one without; by default one sequence with a
 * known residue suffices.
 */
export function checkUnaligned(
  inputs: ToolInput[],
  slot: ToolInputSlot,
  minutes?: (count: number, total: number) => number,
  each = false,
): Verdict {
  const { problems, records, count } = readSequences(inputs, slot);
  const kind = inputs.find(({ slotId }) => slotId === slot.id)?.kind;
  problems.push(
    ...otherKinds(inputs, slot),
    ...unknownRecords(records, kind === 'protein' ? /[ACDEFGHIKLMNPQRSTVWY]/ : /[ACGTU]/, each),
  );
  const total = records.reduce((sum, { sequence }) => sum + sequence.length, 0);
  const maxTotal = slot.capabilities.maxTotal as number;
  if (total > maxTotal)
    problems.push({
      path: 'input.inputs',
      message: `the sequences have ${total} residues together, the limit is ${maxTotal}`,
    });
  if (problems.length > 0) return { problems, units: 0 };
  return { problems, units: count, ...(minutes && { estimatedMinutes: minutes(count, total) }) };
}

/** Returns a problem for each sequence that has only X, N or other ambiguity codes: it cannot be aligned. */
function unknownRecords(records: FromInput<SequenceRecord>[], known: RegExp, each: boolean): Problem[] {
  const unknown = records.filter(({ sequence }) => !known.test(sequence));
  if (unknown.length === 0 || (!each && unknown.length < records.length)) return [];
  const way = each ? '; leave it out, or use mafft' : '';
  return unknown.map(({ inputPath, line, name }) => ({
    path: `${inputPath}.content`,
    message: `line ${line}: record ${quoted(name)} has no known residue, so it cannot be aligned${way}`,
  }));
}

function otherKinds(inputs: ToolInput[], slot: ToolInputSlot): Problem[] {
  const first = inputs.find(({ slotId }) => slotId === slot.id)?.kind;
  return inputs.flatMap(({ slotId, kind }, i) =>
    slotId === slot.id && kind !== first
      ? [{ path: `input.inputs[${i}].kind`, message: `${kind} cannot be aligned with ${first}` }]
      : [],
  );
}
