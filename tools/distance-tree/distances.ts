import { ToolError } from '../contract.ts';
import { forEachPair } from '../shared/msa/identities.ts';
import type { AlignmentRow } from '../shared/msa/openRows.ts';
import { quoted } from '../shared/problems.ts';

export type Distance = 'p' | 'poisson';

/**
 * A symmetric matrix; undefined when `signal` stopped it. Poisson correction: Zuckerkandl and Pauling, in Evolving Genes
 * and Proteins (1965) 97-166.
 *
 * @throws ToolError for a pair without a finite distance, naming both rows
 */
export async function distances(
  records: AlignmentRow[],
  kind: Distance,
  signal: AbortSignal,
): Promise<Float64Array[] | undefined> {
  const matrix = records.map(() => new Float64Array(records.length));
  const rows = records.map(({ row }) => row);
  const finished = await forEachPair(rows, signal, (i, j, { identical, compared }) => {
    const refuse = (reason: string) => {
      const [a, b] = [records[i]!, records[j]!];
      throw new ToolError(`rows ${quoted(a.name)} (line ${a.line}) and ${quoted(b.name)} (line ${b.line}) ${reason}`);
    };
    if (compared === 0) refuse('have no column where both have a residue, so they have no distance');
    if (identical === 0 && kind === 'poisson')
      refuse("have no residue in common, so their Poisson distance is infinite; set distance to 'p' or remove one");
    const p = 1 - identical / compared;
    matrix[i]![j] = matrix[j]![i] = kind === 'p' ? p : Math.abs(Math.log(identical / compared));
  });
  return finished ? matrix : undefined;
}
