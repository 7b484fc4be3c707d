import type { Check } from '../contract.ts';
import { readStructures } from '../shared/structure/readStructures.ts';
import { selectionOf } from '../shared/structure/selection.ts';
import { chainOfCa } from '../shared/structure/wholeChains.ts';
import { structures } from './tool.ts';

export const check: Check = (inputs, settings) => {
  const { problems, records, count } = readStructures(inputs, structures, 'polymer', selectionOf(settings));
  for (const { structure, inputPath } of problems.length > 0 ? [] : records) {
    const trace = settings.missing_atoms ? chainOfCa(structure) : undefined;
    const message = `${trace}; a backbone that is built on CA atoms is a guess, often of D-amino acids`;
    if (trace) problems.push({ path: `${inputPath}.content`, message });
  }
  return { problems, units: problems.length > 0 ? 0 : count };
};
