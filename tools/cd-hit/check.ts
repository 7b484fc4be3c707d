import type { Check } from '../contract.ts';
import { readSequences } from '../shared/readInputs.ts';
import { sequences } from './tool.ts';

export const check: Check = (inputs, settings) => {
  const { problems, records, count } = readSequences(inputs, sequences);
  const minLength = settings.min_length as number;
  if (problems.length === 0 && records.length > 0 && records.every(({ sequence }) => sequence.length <= minLength))
    problems.push({ path: 'settings.min_length', message: `no sequence is longer than ${minLength}` });
  return { problems, units: problems.length > 0 ? 0 : Math.ceil(count / 50_000) };
};
