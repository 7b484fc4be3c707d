import type { Check } from '../contract.ts';
import { checkUnaligned } from '../shared/native/checkUnaligned.ts';
import { sequences } from './tool.ts';

export const check: Check = (inputs) => {
  const { problems, units } = checkUnaligned(inputs, sequences);
  return { problems, units: Math.ceil(units / 200) };
};
