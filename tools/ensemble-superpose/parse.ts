import { ToolError } from '../contract.ts';
import { atomsOf, type Residue } from '../shared/structure/structure.ts';

/**
 * Reads the two values that THESEUS prints at the end of a superposition, both in Å. `rmsd`, the root mean square over
 * all pairs, belongs to the superposition that was made. THESEUS calls it "Classical LS" even after maximum likelihood.
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
 * Reads variances in Å², in the order of the residues. Rows look like `RES 1 LYS 1 66.838607 8.175488 22.389496 CORE`.
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

/**
 * Returns residues with the coordinates and B factors that THESEUS wrote for their atoms. The order is that of its
 * input.
 *
 * @throws ToolError when the number of atoms differs, or a value is not a number.
 */
export function placed(lines: string[], residues: Residue[]): Residue[] {
  const atoms = lines.filter((line) => /^(ATOM|HETATM)/.test(line));
  const count = atomsOf(residues).length;
  if (atoms.length !== count) throw new ToolError(`theseus wrote ${atoms.length} of ${count} atoms`);
  let at = 0;
  return residues.map((residue) => ({
    ...residue,
    atoms: residue.atoms.map((atom) => {
      const line = atoms[at++]!;
      const [x, y, z] = [30, 38, 46].map((column) => Number(line.slice(column, column + 8).trim() || Number.NaN));
      if (![x, y, z].every(Number.isFinite)) throw new ToolError('theseus wrote non-numeric coordinates');
      const bFactor = Number(line.slice(60, 66));
      return { ...atom, x: x!, y: y!, z: z!, bFactor: Number.isFinite(bFactor) ? bFactor : atom.bFactor };
    }),
  }));
}
