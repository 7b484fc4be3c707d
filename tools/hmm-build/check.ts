import type { Check } from '../contract.ts';
import { readAlignment } from '../shared/readInputs.ts';
import { alignment } from './tool.ts';

export const check: Check = (inputs) => {
  const { problems } = readAlignment(inputs, alignment);
  return { problems, units: problems.length > 0 ? 0 : 1 };
};
