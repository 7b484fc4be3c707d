import { ToolError } from '../contract.ts';
import { uniqueNames } from '../shared/uniqueNames.ts';

/**
 * Returns the matrix that `clustalo --percent-id --distmat-out` wrote as a table with the names of the sequences on
 * both sides. The matrix has the number of sequences, then for each sequence its id and a value for every sequence.
 *
 * @throws ToolError when the matrix is incomplete
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
