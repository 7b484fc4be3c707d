import type { Check } from '../contract.ts';
import { readStructures } from '../shared/structure/readStructures.ts';
import { selectionOf } from '../shared/structure/selection.ts';
import { beyondRepair } from './beyondRepair.ts';
import { withoutStubs } from './stubs.ts';
import { structures } from './tool.ts';

export const check: Check = (inputs, settings) => {
  const options = { ...selectionOf(settings), sideChains: true };
  const { problems, records, count } = readStructures(inputs, structures, 'backbone', options);
  for (const { structure, inputPath } of problems.length > 0 ? [] : records) {
    const message = beyondRepair(withoutStubs(structure).structure);
    if (message) problems.push({ path: `${inputPath}.content`, message });
  }
  return { problems, units: problems.length > 0 ? 0 : count };
};
