export interface TrimOptions {
  max_gap_fraction: number;
  min_row_coverage: number;
}

/**
 * First the columns of gaps alone and those with too many gaps go, as trimAl `-gt` does it (there the least fraction of residues is given), then
 * the rows with too few residues in what is left. Indices of what stays, in order.
 */
export function trim(rows: string[], options: TrimOptions): { rows: number[]; columns: number[] } {
  const length = rows[0]!.length;
  const gaps = new Uint32Array(length);
  for (const row of rows) for (let i = 0; i < length; i++) if (row[i] === '-') gaps[i]!++;
  const most = Math.min(options.max_gap_fraction * rows.length, rows.length - 1);
  const columns = [...gaps.keys()].filter((i) => gaps[i]! <= most);
  const kept = [...rows.keys()].filter((i) => {
    const residues = columns.reduce((sum, column) => sum + (rows[i]![column] === '-' ? 0 : 1), 0);
    return residues > 0 && residues >= options.min_row_coverage * columns.length;
  });
  return { rows: kept, columns };
}
