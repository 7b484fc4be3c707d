import type { Check } from '../contract.ts';
import { readSearch } from '../shared/native/readSearch.ts';
import { database, queries } from './tool.ts';

/** 500 queries of 455 residues against 9.1 million took a quarter of a minute on two cores. */
const PAIRS_PER_MINUTE = 8e12;

export const check: Check = (inputs, settings, dataset) => {
  const { problems, pairs } = readSearch(inputs, queries, database, dataset);
  const wanted = settings.program === 'blastp' ? 'protein' : 'dna';
  for (const [i, { slotId, kind }] of inputs.entries())
    if (slotId === queries.id && kind !== wanted)
      problems.unshift({
        path: `input.inputs[${i}].kind`,
        message: `${settings.program} takes queries of kind ${wanted}, not ${kind}`,
      });
  for (const [setting, own] of Object.entries({ query_gencode: 1, strand: 'both', frameshift: 0 }))
    if (settings.program === 'blastp' && settings[setting] !== own)
      problems.push({
        path: `settings.${setting}`,
        message: 'is of blastx, which translates DNA; blastp has no use for it',
      });
  if (problems.length > 0) return { problems, units: 0 };
  return { problems, units: 1, estimatedMinutes: Math.max(1, pairs / PAIRS_PER_MINUTE) };
};
