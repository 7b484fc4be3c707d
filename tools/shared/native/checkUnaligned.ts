import type { Problem, ToolInput, ToolInputSlot, Verdict } from '../../contract.ts';
import { readSequences } from '../readInputs.ts';

/** The problems of the sequences; `minutes` estimates the run from their number and total length. */
export function checkUnaligned(
  inputs: ToolInput[],
  slot: ToolInputSlot,
  minutes?: (count: number, total: number) => number,
): Verdict {
  const { problems, records, count } = readSequences(inputs, slot);
  problems.push(...otherKinds(inputs, slot));
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

function otherKinds(inputs: ToolInput[], slot: ToolInputSlot): Problem[] {
  const first = inputs.find(({ slotId }) => slotId === slot.id)?.kind;
  return inputs.flatMap(({ slotId, kind }, i) =>
    slotId === slot.id && kind !== first
      ? [{ path: `input.inputs[${i}].kind`, message: `${kind} cannot be aligned with ${first}` }]
      : [],
  );
}
