import type { Check, Problem, Settings } from '../contract.ts';
import { quoted } from '../shared/problems.ts';
import { readSequences } from '../shared/readInputs.ts';
import { proteinMatrices } from './substitution.ts';
import { query as querySlot, targets as targetSlot } from './tool.ts';

/** Each cell needs one byte of traceback. */
export const MAX_CELLS_PER_PAIR = 25_000_000;
/**
 * Takes 15 seconds at 35 million cells a second of one core, which leaves room below the time limit when jobs share a
 * core.
 */
export const MAX_CELLS = 500_000_000;

export const check: Check = (inputs, settings) => {
  const query = readSequences(inputs, querySlot);
  const targets = readSequences(inputs, targetSlot);
  const problems = [
    ...query.problems,
    ...targets.problems,
    ...checkKinds(inputs, settings.matrix),
    ...checkCosts(settings),
  ];
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
  const isOfProteins = proteinMatrices.some((name) => name === matrix);
  if (queryKind === 'dna' && isOfProteins)
    problems.push({ path: 'settings.matrix', message: `${matrix} scores amino acids; use EDNAFULL for dna` });
  if (queryKind === 'protein' && matrix === 'EDNAFULL')
    problems.push({ path: 'settings.matrix', message: 'EDNAFULL scores nucleotides; use BLOSUM62 for proteins' });
  return problems;
}

/**
 * Refuses an extension that costs more than an opening. A new gap would then be cheaper, and the cost of a gap would
 * not be the requested one.
 */
function checkCosts(settings: Settings): Problem[] {
  const problem = (name: string, open: number, extend: number): Problem[] =>
    extend <= open
      ? []
      : [
          {
            path: `settings.${name}extend`,
            message: `${name}extend costs ${extend}, more than ${name}open, which costs ${open}`,
          },
        ];
  const { open, extend, endOpen, endExtend } = gapCosts(settings);
  return [...problem('gap_', open, extend), ...problem('end_gap_', endOpen, endExtend)];
}

/**
 * Returns the costs of gaps. With `end_gap_penalty`, gaps at the ends cost as much as inner ones unless the settings
 * say otherwise. Without it they cost nothing.
 */
export function gapCosts(settings: Settings) {
  const [open, extend] = [settings.gap_open as number, settings.gap_extend as number];
  if (settings.end_gap_penalty !== true) return { open, extend, endOpen: 0, endExtend: 0 };
  const endOpen = (settings.end_gap_open as number | null) ?? open;
  return { open, extend, endOpen, endExtend: (settings.end_gap_extend as number | null) ?? extend };
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
