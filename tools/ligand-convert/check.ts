import type { Check } from '../contract.ts';
import { readLigands } from '../shared/ligands/readLigands.ts';
import { ligands } from './tool.ts';

export const check: Check = (inputs) => {
  const { count, problems } = readLigands(inputs, ligands);
  return { problems, units: problems.length > 0 ? 0 : Math.max(1, Math.ceil(count / 1000)) };
};
