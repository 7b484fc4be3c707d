import type { Check } from '../contract.ts';
import { readStructures } from '../shared/structure/readStructures.ts';
import { mobile, reference } from './tool.ts';

export const check: Check = (inputs) => {
  const read = [reference, mobile].map((slot) => readStructures(inputs, slot, 'protein'));
  const problems = read.flatMap((slot) => slot.problems);
  return { problems, units: problems.length > 0 ? 0 : read[1]!.count };
};
