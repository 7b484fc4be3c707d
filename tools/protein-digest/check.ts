import type { Check, Problem, Settings } from '../contract.ts';
import { readSequences } from '../shared/readInputs.ts';
import { type DigestOptions, digest } from './digest.ts';
import { sequences } from './tool.ts';

/** Makes some 20 MB of rows: the tryptic peptides of 2,000 proteins. */
export const MAX_PEPTIDES = 100_000;

export const check: Check = (inputs, settings) => {
  const { min_length, max_length } = settings as Settings & DigestOptions;
  if (min_length > max_length) {
    const message = `min_length is ${min_length}, but max_length only ${max_length}`;
    return { problems: [{ path: 'settings.min_length', message }], units: 0 };
  }
  const { records, count, problems } = readSequences(inputs, sequences);
  if (problems.length === 0 && records.length === count) problems.push(...checkCount(records, settings));
  return { problems, units: problems.length > 0 ? 0 : count };
};

/**
 * Counts the peptides before any job starts. Refuses a job without peptides, and one with more than fit into a result.
 */
function checkCount(records: { sequence: string }[], settings: Settings): Problem[] {
  const options = settings as Settings & DigestOptions;
  let peptides = 0;
  for (const { sequence } of records)
    for (const _ of digest(sequence, options))
      if (++peptides > MAX_PEPTIDES) return [{ path: 'input.inputs', message: tooMany }];
  if (peptides > 0) return [];
  const { enzyme, min_length, max_length } = options;
  return [{ path: 'input.inputs', message: `${enzyme} gives no peptide of ${min_length} to ${max_length} residues` }];
}

const tooMany =
  `the digest has more than ${MAX_PEPTIDES} peptides; send fewer proteins, or narrow min_length, max_length ` +
  'or missed_cleavages';
