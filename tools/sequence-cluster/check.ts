import type { Check } from '../contract.ts';
import { readSequences } from '../shared/readInputs.ts';
import { sequences } from './tool.ts';

/**
 * Largest number of cells over all pairs, which is the work for unrelated sequences: five minutes at 80 million cells a
 * second of a busy core.
 */
export const MAX_CELLS = 25_000_000_000;

export const check: Check = (inputs) => {
  const { records, count, problems } = readSequences(inputs, sequences);
  if (problems.length > 0) return { problems, units: 0 };
  let [cells, residues] = [0, 0];
  for (const { sequence } of records) {
    cells += residues * sequence.length;
    residues += sequence.length;
  }
  if (cells <= MAX_CELLS) return { problems, units: count };
  const message =
    `comparing ${records.length} sequences of ${residues} residues in all may take ${cells} cells, the limit is ` +
    `${MAX_CELLS}; cluster fewer or shorter sequences`;
  return { problems: [{ path: 'input.inputs', message }], units: 0 };
};
