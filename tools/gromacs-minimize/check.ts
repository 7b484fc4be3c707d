import type { Check } from '../contract.ts';
import { readProtein } from '../shared/gromacs/readProtein.ts';
import { structure } from './tool.ts';

export const check: Check = (inputs, settings) => {
  const { problems, count } = readProtein(inputs, structure, settings);
  return { problems, units: problems.length > 0 ? 0 : count };
};
