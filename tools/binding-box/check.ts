import type { Check } from '../contract.ts';
import { readPoints } from './read.ts';

export const check: Check = (inputs, settings) => {
  const { problems } = readPoints(inputs, settings);
  return { problems, units: problems.length > 0 ? 0 : 1 };
};
