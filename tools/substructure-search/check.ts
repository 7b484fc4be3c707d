import type { Check } from '../contract.ts';
import { readMolecules, readPatterns } from '../shared/readInputs.ts';
import { smartsRecordProblems } from '../shared/smarts.ts';
import { molecules, patterns as patternSlot } from './tool.ts';

export const check: Check = (inputs) => {
  const { count, problems } = readMolecules(inputs, molecules);
  const patterns = readPatterns(inputs, patternSlot);
  const all = [...problems, ...patterns.problems, ...smartsRecordProblems(patterns.records)];
  return { problems: all, units: all.length > 0 ? 0 : Math.max(1, Math.ceil(count / 1000)) };
};
