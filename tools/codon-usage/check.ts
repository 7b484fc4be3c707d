import type { Check } from '../contract.ts';
import { readSequences } from '../shared/readInputs.ts';
import { reference, sequences } from './tool.ts';
import { countCodons } from './usage.ts';

export const check: Check = (inputs) => {
  const { records, count, problems } = readSequences(inputs, sequences);
  const genes = readSequences(inputs, reference);
  problems.push(...genes.problems);
  const isCounted = ({ sequence }: { sequence: string }) => countCodons(sequence).counts.some((count) => count > 0);
  if (genes.count > 0 && genes.records.length === genes.count && !genes.records.some(isCounted))
    problems.push({
      path: 'input.inputs',
      message: "slot 'reference' has no whole codon of known bases, so there is no codon adaptation index",
    });
  if (problems.length === 0 && records.length === count && records.every(({ sequence }) => sequence.length < 3))
    problems.push({ path: 'input.inputs', message: 'no sequence has a whole codon: they have less than 3 bases' });
  return { problems, units: problems.length > 0 ? 0 : count };
};
