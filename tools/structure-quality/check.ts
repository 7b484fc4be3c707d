import type { Check } from '../contract.ts';
import { readStructures } from '../shared/structure/readStructures.ts';
import { selectionOf } from '../shared/structure/selection.ts';
import { structures } from './tool.ts';

export const check: Check = (inputs, settings) => {
  const { problems, count } = readStructures(inputs, structures, 'backbone', {
    ...selectionOf(settings),
    sideChains: true,
    together: true,
  });
  return { problems, units: problems.length > 0 ? 0 : count };
};
