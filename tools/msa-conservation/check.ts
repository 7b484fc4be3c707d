import type { Check } from '../contract.ts';
import { readAlignment } from '../shared/readInputs.ts';
import { alignment } from './tool.ts';

/** Limit for the identity matrix: about 10 seconds, and at most 20 MB of table. */
export const MAX_COMPARISONS = 4_000_000_000;

export const check: Check = (inputs, settings) => {
  const { records, problems } = readAlignment(inputs, alignment);
  const pairs = (records.length * (records.length - 1)) / 2;
  const comparisons = pairs * (records[0]?.row.length ?? 0);
  if (problems.length === 0 && settings.matrix && comparisons > MAX_COMPARISONS)
    problems.push({
      path: 'settings.matrix',
      message:
        `${records.length} rows of ${records[0]!.row.length} columns need ${comparisons} comparisons, the limit is ` +
        `${MAX_COMPARISONS}; set matrix to false`,
    });
  return { problems, units: problems.length > 0 ? 0 : 1 };
};
