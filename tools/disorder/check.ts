import type { Check } from '../contract.ts';
import { readSequences } from '../shared/readInputs.ts';
import { sequences } from './tool.ts';

/** A minute of one core, at 100 µs per residue. */
export const MAX_RESIDUES = 500_000;

export const check: Check = (inputs) => {
  const { records, count, problems } = readSequences(inputs, sequences);
  const residues = records.reduce((sum, { sequence }) => sum + sequence.length, 0);
  const all = [...problems];
  if (all.length === 0 && residues > MAX_RESIDUES)
    all.push({
      path: 'input.inputs',
      message: `the proteins have ${residues} residues in all, the limit is ${MAX_RESIDUES}; send them in parts`,
    });
  return { problems: all, units: all.length > 0 ? 0 : count };
};
