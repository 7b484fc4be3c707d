import { ToolError } from '../contract.ts';
import type { AlignmentRow } from '../shared/msa/openRows.ts';
import { forEachPair, type PairCounts } from '../shared/msa/pairCounts.ts';
import { quoted } from '../shared/problems.ts';
import { type Distance, modelOf, noDistance } from './models.ts';

/**
 * Returns a symmetric matrix; undefined when `signal` stopped it. The time grows with pairs × columns.
 *
 * @param rows `records` as numbers of residues
 *
 * @throws ToolError for a pair without a finite distance, naming both rows
 */
export async function distances(
  rows: Uint8Array[],
  records: AlignmentRow[],
  name: Distance,
  signal: AbortSignal,
): Promise<Float64Array[] | undefined> {
  const matrix = rows.map(() => new Float64Array(rows.length));
  const finished = await forEachPair(rows, signal, (i, j, counts) => {
    const reason = pairProblem(name, counts, records[i]!, records[j]!);
    if (reason !== undefined) throw new ToolError(reason);
    matrix[i]![j] = matrix[j]![i] = Math.abs(modelOf(name).distance(counts));
  });
  return finished ? matrix : undefined;
}

export function pairProblem(name: Distance, counts: PairCounts, a: AlignmentRow, b: AlignmentRow): string | undefined {
  const reason = noDistance(name, counts);
  if (reason === undefined) return undefined;
  return `rows ${quoted(a.name)} (line ${a.line}) and ${quoted(b.name)} (line ${b.line}) ${reason}`;
}
