import type { Check, Problem, Settings } from '../contract.ts';
import type { AlignmentRow } from '../shared/msa/openRows.ts';
import { readAlignment } from '../shared/readInputs.ts';
import { alignment } from './tool.ts';
import { type TrimOptions, trim } from './trim.ts';

export const check: Check = (inputs, settings) => {
  const { records, problems } = readAlignment(inputs, alignment);
  if (problems.length === 0 && records.length > 0)
    problems.push(...checkRest(records, settings as Settings & TrimOptions));
  return { problems, units: problems.length > 0 ? 0 : 1 };
};

function checkRest(records: AlignmentRow[], options: TrimOptions): Problem[] {
  const { rows, columns } = trim(
    records.map(({ row }) => row),
    options,
  );
  const { max_gap_fraction, min_row_coverage } = options;
  if (columns.length === 0) {
    const message = `no column is left: all have gaps in more than ${max_gap_fraction} of the rows`;
    return [{ path: 'settings.max_gap_fraction', message }];
  }
  if (rows.length > 0) return [];
  const message = `no row is left: all have residues in less than ${min_row_coverage} of the columns`;
  return [{ path: 'settings.min_row_coverage', message }];
}
