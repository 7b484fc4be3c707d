import type { Check } from '../contract.ts';
import { readPairs } from './readPairs.ts';

export const check: Check = (inputs, settings) => {
  const { problems, mobiles } = readPairs(inputs, settings);
  return { problems, units: problems.length > 0 ? 0 : Math.ceil(mobiles.length / 20) };
};
