import { ToolError } from '../contract.ts';
import { uniqueNames } from '../shared/uniqueNames.ts';

/**
 * The matrix that `clustalo --percent-id --distmat-out` wrote (the number of sequences, then for each its id and a value for every
 * sequence) as a table with the names of the sequences on both sides.
 *
 * @throws ToolError when the matrix is not whole
 */
export function distanceTable(text: string, names: string[]): string {
  const [count, ...lines] = text.trimEnd().split('\n');
  const rows = lines.map((line) => line.trim().split(/ +/).slice(1));
  if (Number(count) !== names.length || rows.length !== names.length || rows.some((row) => row.length !== names.length))
    throw new ToolError('Clustal Omega wrote a matrix of distances that is not whole');
  const unique = uniqueNames(names);
  const table = rows.map((row, i) => `${unique[i]}\t${row.join('\t')}\n`);
  return `name\t${unique.join('\t')}\n${table.join('')}`;
}
