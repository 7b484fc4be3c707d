import type { Check } from '../contract.ts';
import { readAlignment } from '../shared/readInputs.ts';
import { alignment } from './tool.ts';

const MIN_COLUMNS = 20;

export const check: Check = (inputs) => {
  const { problems, records } = readAlignment(inputs, alignment);
  const [first] = records;
  const isDna = records.every(({ row }) => /^[ACGTUN-]*$/.test(row));
  if (problems.length === 0 && first && first.row.length >= MIN_COLUMNS && isDna)
    problems.push({
      path: `${first.inputPath}.content`,
      message: 'looks like an alignment of nucleotides; profiles are of proteins',
    });
  return { problems, units: problems.length > 0 ? 0 : 1 };
};
