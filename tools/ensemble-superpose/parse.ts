import { ToolError } from '../contract.ts';

/**
 * What THESEUS says at the end of a superposition, both in Å. `rmsd`, the root mean square over all pairs, is of the superposition
 * that it made, although it calls it "Classical LS" after a maximum likelihood one too.
 *
 * @throws ToolError when one is missing.
 */
export function parseSummary(stdout: string): { rmsd: number; sigma: number } {
  const figure = (name: string) => {
    const value = Number(new RegExp(`${name} +([\\d.]+)`).exec(stdout)?.[1] ?? Number.NaN);
    if (!Number.isFinite(value)) throw new ToolError('theseus gave no superposition');
    return value;
  };
  return { rmsd: figure('Classical LS pairwise <RMSD>'), sigma: figure('Maximum Likelihood <sigma>') };
}

/**
 * Variances in Å², in the order of the residues: rows such as `RES 1  LYS  1  66.838607  8.175488  22.389496 CORE`.
 *
 * @throws ToolError when there are not `count` of them.
 */
export function parseVariances(text: string, count: number): number[] {
  const variances = text
    .split('\n')
    .filter((line) => line.startsWith('RES '))
    .map((line) => Number(line.trim().split(/ +/).at(-4)));
  if (variances.length !== count || !variances.every(Number.isFinite))
    throw new ToolError(`theseus gave the variance of ${variances.length} of ${count} residues`);
  return variances;
}

/** Without remarks, which name date, machine and folder: the same input gives the same bytes. */
export function withoutRemarks(pdb: string): string {
  return pdb
    .split('\n')
    .filter((line) => !line.startsWith('REMARK'))
    .join('\n');
}
