import type { Check } from '../contract.ts';
import { checkUnaligned } from '../shared/native/checkUnaligned.ts';
import { sequences } from './tool.ts';

export const check: Check = (inputs, settings) => {
  const { problems, units } = checkUnaligned(inputs, sequences, undefined, true);
  if (problems.length === 0 && units === 2 && settings.full_distance_matrix) {
    const message = 'Clustal Omega compares the pairs of three sequences or more, here are 2';
    problems.push({ path: 'settings.full_distance_matrix', message });
  }
  return { problems, units: problems.length > 0 ? 0 : Math.ceil(units / 200) };
};
