import type { Check } from '../contract.ts';
import { readSequences } from '../shared/readInputs.ts';
import { framesOf } from './frames.ts';
import { sequences } from './tool.ts';

export const check: Check = (inputs, settings) => {
  const { records, count, problems } = readSequences(inputs, sequences);
  const least = 2 + Math.min(...framesOf(settings.frame as string).map(Math.abs));
  if (problems.length === 0 && records.length === count && records.every(({ sequence }) => sequence.length < least))
    problems.push({ path: 'input.inputs', message: `no sequence has a whole codon: the frame needs ${least} bases` });
  return { problems, units: problems.length > 0 ? 0 : count };
};
