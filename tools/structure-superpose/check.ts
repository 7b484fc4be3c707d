import type { Check } from '../contract.ts';
import { readStructures } from '../shared/structure/readStructures.ts';
import { mobile, reference } from './tool.ts';

export const check: Check = (inputs, { model_reference, model_mobile }) => {
  const read = [
    readStructures(inputs, reference, 'protein', { model: model_reference as number }),
    readStructures(inputs, mobile, 'protein', { model: model_mobile as number }),
  ];
  const problems = read.flatMap((slot) => slot.problems);
  return { problems, units: problems.length > 0 ? 0 : read[1]!.count };
};
