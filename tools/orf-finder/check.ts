import type { Check } from '../contract.ts';
import { readSequences } from '../shared/readInputs.ts';
import { sequences } from './tool.ts';

export const check: Check = (inputs) => {
  const { count, problems } = readSequences(inputs, sequences);
  return { problems, units: problems.length > 0 ? 0 : count };
};
