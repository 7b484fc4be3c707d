import type { Check } from '../contract.ts';
import { misfitOfModel } from '../shared/msa/nucleotides.ts';
import { readAlignment } from '../shared/readInputs.ts';
import { alignment, DNA_MODELS } from './tool.ts';

export const check: Check = (inputs, settings) => {
  const { problems, records, count } = readAlignment(inputs, alignment);
  const model = settings.model as string;
  const isFor = DNA_MODELS.includes(model) ? 'dna' : 'protein';
  if (problems.length === 0) problems.push(...misfitOfModel(model, isFor, records, { dna: 'gtr', protein: 'lg' }));
  return { problems, units: problems.length > 0 ? 0 : Math.ceil(count / 500) };
};
