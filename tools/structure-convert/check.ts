import type { Check } from '../contract.ts';
import { readStructures } from '../shared/structure/readStructures.ts';
import { structures } from './tool.ts';

export const check: Check = (inputs) => {
  const { problems, count } = readStructures(inputs, structures, 'polymer', { writesPdb: false });
  return { problems, units: problems.length > 0 ? 0 : count };
};
