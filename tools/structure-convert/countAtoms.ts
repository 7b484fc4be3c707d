import { ToolError } from '../contract.ts';
import { TextProblems } from '../shared/problems.ts';
import { MAX_ATOM_LINES } from '../shared/structure/limits.ts';
import { readMmcif } from '../shared/structure/mmcif.ts';
import { readPdb } from '../shared/structure/pdb.ts';
import { atomsOf, residuesOf, type Structure } from '../shared/structure/structure.ts';

export type Target = 'PDB' | 'MMCIF' | 'MMJSON';

export const atomCount = (structure: Structure): number => atomsOf(residuesOf(structure)).length;

/**
 * Atoms in the first model of a file that Gemmi wrote: it exits with 0 also when it wrote none, or left out what it could
 * not read.
 *
 * @throws ToolError when there are none.
 */
export function countAtoms(text: string, format: Target): number {
  const count = format === 'MMJSON' ? countMmjson(text) : countRead(text, format);
  if (count === 0) throw new ToolError('gemmi wrote a file without atoms; look at the selection');
  return count;
}

function countRead(text: string, format: 'PDB' | 'MMCIF'): number {
  const read = format === 'MMCIF' ? readMmcif : readPdb;
  const structure = read(text, 1, { maxAtomLines: MAX_ATOM_LINES }, new TextProblems());
  return structure ? atomCount(structure) : 0;
}

function countMmjson(text: string): number {
  const blocks = JSON.parse(text) as Record<string, { atom_site?: { pdbx_PDB_model_num?: unknown[] } }>;
  const models = Object.values(blocks)[0]?.atom_site?.pdbx_PDB_model_num ?? [];
  return models.filter((model) => model === models[0]).length;
}

/** @throws ToolError unless all atoms were written: Gemmi leaves out lines that it cannot read, and exits with 0. */
export function refuseLoss(name: string, given: number, written: number): void {
  if (written !== given) throw new ToolError(`${name}: gemmi wrote ${written} of ${given} atoms`);
}
