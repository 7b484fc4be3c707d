import { guessKind } from '@rotamer/formats/letters.ts';
import type { Check, Problem, Settings, ToolInput } from '../contract.ts';
import { checkUnaligned } from '../shared/native/checkUnaligned.ts';
import { readAlignment } from '../shared/readInputs.ts';
import { isForProteins } from './matrices.ts';
import { existing, sequences } from './tool.ts';

/** 200 proteins with 100,000 residues took a minute on two cores. */
const estimate = (_count: number, total: number) => total / 100_000;

export const check: Check = (inputs, settings) => {
  const verdict = checkUnaligned(inputs, sequences, estimate);
  const before = readAlignment(inputs, existing);
  const rows = before.records.map(({ row }) => row);
  const hasExisting = inputs.some(({ slotId }) => slotId === existing.id);
  const problems = [...verdict.problems, ...before.problems, ...settingProblems(inputs, settings, hasExisting)];
  if (problems.length === 0 && !hasExisting && verdict.units < 2)
    problems.push({ path: 'input.inputs', message: "slot 'sequences' needs at least 2 records without an alignment" });
  if (rows.length > 0 && !isProtein(inputs)) {
    const { kind, certain } = guessKind(rows);
    if (kind === 'protein' && certain)
      problems.push({ path: 'input.inputs', message: 'the alignment is of proteins, the sequences are not' });
  }
  return problems.length > 0 ? { problems, units: 0 } : { ...verdict, units: verdict.units + before.count };
};

const isProtein = (inputs: ToolInput[]): boolean =>
  inputs.find(({ slotId }) => slotId === sequences.id)?.kind === 'protein';

function settingProblems(inputs: ToolInput[], settings: Settings, hasExisting: boolean): Problem[] {
  const { matrix, adjust_direction, add_fragments, strategy } = settings;
  const problems: Problem[] = [];
  const refuse = (setting: string, message: string) => problems.push({ path: `settings.${setting}`, message });
  const proteins = isProtein(inputs);
  if (matrix !== 'auto' && isForProteins(matrix as string) !== proteins)
    refuse('matrix', `${matrix} is for ${proteins ? 'nucleotides' : 'proteins'}`);
  if (adjust_direction !== 'none' && proteins) refuse('adjust_direction', 'is for nucleotides');
  if (add_fragments && !hasExisting) refuse('add_fragments', 'needs an alignment to add to');
  if (add_fragments && (strategy === 'ginsi' || strategy === 'einsi'))
    refuse('strategy', 'add_fragments goes with auto, fftns2 or linsi');
  return problems;
}
