import type { Check } from '../contract.ts';
import { readSequences } from '../shared/readInputs.ts';
import { reference, sequences } from './tool.ts';

export const check: Check = (inputs) => {
  const { records, count, problems } = readSequences(inputs, sequences);
  problems.push(...readSequences(inputs, reference).problems);
  if (problems.length === 0 && records.length === count && records.every(({ sequence }) => sequence.length < 3))
    problems.push({ path: 'input.inputs', message: 'no sequence has a whole codon: they have less than 3 bases' });
  return { problems, units: problems.length > 0 ? 0 : count };
};
