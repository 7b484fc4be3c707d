import type { Check } from '../contract.ts';
import { readAlignment } from '../shared/readInputs.ts';
import { alignment, DNA_MODELS } from './tool.ts';

export const check: Check = (inputs, settings) => {
  const { problems, records } = readAlignment(inputs, alignment);
  if (problems.length === 0 && records.length > 0) {
    const isDna = records.every(({ row }) => /^[ACGTUNRYSWKMBDHV-]*$/.test(row));
    const wantsDna = DNA_MODELS.includes(settings.model as string);
    if (wantsDna && !isDna)
      problems.push({
        path: 'settings.model',
        message: `${settings.model} is for nucleotides, the alignment has others; use lg`,
      });
    // Proteins of these letters alone are short peptides at most.
    if (!wantsDna && isDna && records[0]!.row.length >= 20)
      problems.push({
        path: 'settings.model',
        message: `${settings.model} is for proteins, the alignment has nucleotides; use gtr`,
      });
  }
  return { problems, units: problems.length > 0 ? 0 : 1 };
};
