import type { Check } from '../contract.ts';
import { readStructures } from '../shared/structure/readStructures.ts';
import { structures } from './tool.ts';

export const check: Check = (inputs, settings) => {
  const { problems, count } = readStructures(inputs, structures, 'polymer', { model: settings.model as number });
  return { problems, units: problems.length > 0 ? 0 : count };
};
