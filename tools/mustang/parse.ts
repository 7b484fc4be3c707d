import { ToolError } from '../contract.ts';
import { TextProblems } from '../shared/problems.ts';
import { MAX_MODEL_ATOMS } from '../shared/structure/limits.ts';
import { readPdb } from '../shared/structure/pdb.ts';
import { type Residue, residuesOf } from '../shared/structure/structure.ts';

/**
 * Reads the matrix of distances in the file of option -r. Rows look like ` 1| --- 1.1 1.7`.
 *
 * @throws ToolError when a number is missing.
 */
export function parseRmsds(text: string, count: number): number[][] {
  const rows = [...text.matchAll(/^ *\d+\|(.*)$/gm)].map(([, row]) =>
    row!
      .trim()
      .split(/ +/)
      .map((value) => (value === '---' ? 0 : Number(value))),
  );
  const isWhole = rows.length === count && rows.every((row) => row.length === count && row.every(Number.isFinite));
  if (!isWhole) throw new ToolError('mustang gave no distances');
  return rows;
}

/**
 * Reads the superposed structures, each as a separate chain with its id from `ids`. MUSTANG names them A, B, C, …, and
 * after Z by any characters that follow.
 *
 * @throws ToolError when a structure is missing.
 */
export function parseSuperposed(text: string, ids: string[]): Residue[] {
  const problems = new TextProblems();
  const structure = readPdb(text, 1, { maxAtomLines: MAX_MODEL_ATOMS }, problems);
  if (structure?.chains.length !== ids.length) throw new ToolError('mustang gave no superposed structures');
  const idOf = new Map(structure.chains.map((chain, i) => [chain.id, ids[i]!]));
  return residuesOf(structure).map((residue) => ({ ...residue, chain: idOf.get(residue.chain)! }));
}
