import type { Check } from '../contract.ts';
import { readMolecules } from '../shared/readInputs.ts';
import { molecules } from './tool.ts';

export const check: Check = (inputs) => {
  const { count, problems } = readMolecules(inputs, molecules);
  return { problems, units: problems.length > 0 ? 0 : Math.max(1, Math.ceil(count / 100)) };
};
