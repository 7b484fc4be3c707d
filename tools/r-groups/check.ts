import type { Check, Problem } from '../contract.ts';
import { readMolecules, readPatterns } from '../shared/readInputs.ts';
import { smartsRecordProblems } from '../shared/smarts.ts';
import { core, molecules } from './tool.ts';

export const check: Check = (inputs, settings) => {
  const { count, problems } = readMolecules(inputs, molecules);
  const cores = readPatterns(inputs, core);
  const isGiven = inputs.some(({ slotId }) => slotId === core.id);
  const all: Problem[] = [...problems, ...cores.problems, ...smartsRecordProblems(cores.records)];
  if (all.length === 0 && !isGiven && count === 1) all.push({ path: 'input.inputs', message: ONE_MOLECULE });
  if (settings.only_marked && !isGiven) all.push({ path: 'settings.only_marked', message: NO_MARKS });
  return { problems: all, units: all.length > 0 ? 0 : Math.max(1, Math.ceil(count / 100)) };
};

const ONE_MOLECULE = "a common core needs at least 2 molecules; send more, or a SMARTS in the slot 'core'";
const NO_MARKS = "it is about positions that a core marks with [*:1], [*:2], …: send one in the slot 'core'";
