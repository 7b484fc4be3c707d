import { guessKind } from '@rotamer/formats/letters.ts';
import type { Check } from '../contract.ts';
import { readAlignment } from '../shared/readInputs.ts';
import { alignment } from './tool.ts';

export const check: Check = (inputs, settings) => {
  const { problems, records } = readAlignment(inputs, alignment);
  const { alphabet } = settings;
  const { kind, certain } = guessKind(records.map(({ row }) => row));
  if ((alphabet === 'dna' || alphabet === 'rna') && records.length > 0 && kind === 'protein' && certain)
    problems.push({
      path: 'settings.alphabet',
      message: 'the alignment has letters that are not codes of nucleotides',
    });
  return { problems, units: problems.length > 0 ? 0 : 1 };
};
