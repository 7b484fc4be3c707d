import type { Check, Problem } from '../contract.ts';
import { quoted } from '../shared/problems.ts';
import { readSequences } from '../shared/readInputs.ts';
import { query as querySlot, targets as targetSlot } from './tool.ts';

/** One byte of traceback each. */
export const MAX_CELLS_PER_PAIR = 25_000_000;
/** 15 seconds at the 35 million cells a second of one core, and still below the limit where several jobs share it. */
export const MAX_CELLS = 500_000_000;

export const check: Check = (inputs, settings) => {
  const query = readSequences(inputs, querySlot);
  const targets = readSequences(inputs, targetSlot);
  const problems = [...query.problems, ...targets.problems, ...checkKinds(inputs, settings.matrix)];
  if (problems.length === 0) problems.push(...checkCells(query.records[0]?.sequence.length ?? 0, targets.records));
  return { problems, units: problems.length > 0 ? 0 : targets.count };
};

function checkKinds(inputs: Parameters<Check>[0], matrix: unknown): Problem[] {
  const queryKind = inputs.find((input) => input.slotId === querySlot.id)?.kind;
  const problems = [...inputs.entries()]
    .filter(([, input]) => input.kind !== queryKind)
    .map(([i, { kind }]) => ({
      path: `input.inputs[${i}].kind`,
      message: `a ${kind} target cannot be aligned with a ${queryKind} query`,
    }));
  if (queryKind === 'dna' && matrix === 'BLOSUM62')
    problems.push({ path: 'settings.matrix', message: 'BLOSUM62 scores amino acids; use IDENTITY for dna' });
  return problems;
}

function checkCells(queryLength: number, targets: ReturnType<typeof readSequences>['records']): Problem[] {
  const problems = targets
    .filter(({ sequence }) => sequence.length * queryLength > MAX_CELLS_PER_PAIR)
    .map(({ sequence, name, line, inputPath }) => ({
      path: `${inputPath}.content`,
      message:
        `line ${line}: record ${quoted(name)}: ${sequence.length} × ${queryLength} residues exceed the limit ` +
        `of ${MAX_CELLS_PER_PAIR} cells per pair`,
    }));
  const cells = targets.reduce((sum, { sequence }) => sum + sequence.length * queryLength, 0);
  if (problems.length === 0 && cells > MAX_CELLS)
    problems.push({
      path: 'input.inputs',
      message: `all pairs together have ${cells} cells, the limit is ${MAX_CELLS}`,
    });
  return problems;
}
