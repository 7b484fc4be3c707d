import type { Check, Problem, Settings } from '../contract.ts';
import type { AlignmentRow } from '../shared/msa/openRows.ts';
import { readAlignment } from '../shared/readInputs.ts';
import { alignment } from './tool.ts';
import { type TrimOptions, trim } from './trim.ts';

/** Maximum pairs of rows times columns that the other methods may compare: 1e9 take 6 s. */
const MAX_COMPARISONS = 1.5e9;

export const check: Check = (inputs, settings) => {
  const { records, problems } = readAlignment(inputs, alignment);
  if (problems.length === 0 && records.length > 0)
    problems.push(...checkRest(records, settings as Settings & TrimOptions));
  return { problems, units: problems.length > 0 ? 0 : 1 };
};

function checkRest(records: AlignmentRow[], options: TrimOptions): Problem[] {
  const rows = records.map(({ row }) => row);
  const { method } = options;
  if (method !== 'gaps' && method !== 'gappyout') {
    const comparisons = ((rows.length * (rows.length - 1)) / 2) * rows[0]!.length;
    const millions = (count: number) => `${Math.round(count / 1e6)} million`;
    const message = `${method} compares all pairs of rows in all columns, here ${millions(comparisons)} times, of at most ${millions(MAX_COMPARISONS)}; use gappyout`;
    return comparisons > MAX_COMPARISONS ? [{ path: 'settings.method', message }] : [];
  }
  const problem = whatIsLost(trim(rows, options), options);
  return problem ? [problem] : [];
}

/** Returns a problem with the setting that left no column or no row. */
export function whatIsLost(left: { rows: number[]; columns: number[] }, options: TrimOptions): Problem | undefined {
  const { method, max_gap_fraction, min_row_coverage } = options;
  if (left.columns.length === 0)
    return method === 'gaps'
      ? {
          path: 'settings.max_gap_fraction',
          message: `no column is left: all have gaps in more than ${max_gap_fraction} of the rows`,
        }
      : { path: 'settings.method', message: `no column is left by ${method}: gaps with max_gap_fraction keeps more` };
  if (left.rows.length > 0) return undefined;
  const message = `no row is left: all have residues in less than ${min_row_coverage} of the columns`;
  return { path: 'settings.min_row_coverage', message };
}
