import { ToolError } from '../contract.ts';
import { TextProblems } from '../shared/problems.ts';
import { MAX_ATOM_LINES } from '../shared/structure/limits.ts';
import { readMmcif } from '../shared/structure/mmcif.ts';
import { readPdb } from '../shared/structure/pdb.ts';
import { atomsOf, residuesOf, type Structure } from '../shared/structure/structure.ts';

export type Target = 'PDB' | 'MMCIF' | 'MMJSON';

export interface Counts {
  models: number;
  /** Number of atoms in the first model. */
  atoms: number;
}

export const countsOf = (structure: Structure): Counts => ({
  models: structure.models,
  atoms: atomsOf(residuesOf(structure)).length,
});

/**
 * Counts models and atoms of a file that Gemmi wrote, with the reader that all tools use.
 *
 * @throws ToolError when there are no atoms.
 */
export function countAtoms(text: string, format: Target): Counts {
  const counts = format === 'MMJSON' ? countMmjson(text) : countRead(text, format);
  if (counts.atoms === 0) throw new ToolError('gemmi wrote a file without atoms; look at the selection');
  return counts;
}

function countRead(text: string, format: 'PDB' | 'MMCIF'): Counts {
  const read = format === 'MMCIF' ? readMmcif : readPdb;
  const structure = read(text, 1, { maxAtomLines: MAX_ATOM_LINES }, new TextProblems());
  return structure ? countsOf(structure) : { models: 0, atoms: 0 };
}

function countMmjson(text: string): Counts {
  const blocks = JSON.parse(text) as Record<string, { atom_site?: { pdbx_PDB_model_num?: unknown[] } }>;
  const models = Object.values(blocks)[0]?.atom_site?.pdbx_PDB_model_num ?? [];
  return { models: new Set(models).size, atoms: models.filter((model) => model === models[0]).length };
}

/**
 * Compares the counts of models and atoms. Gemmi leaves out what it cannot read, without an error.
 *
 * @throws ToolError when a model or an atom is missing.
 */
export function refuseLoss(name: string, given: Counts, found: Counts, verb: 'read' | 'wrote'): void {
  if (found.models !== given.models)
    throw new ToolError(`${name}: gemmi ${verb} ${found.models} of ${given.models} models`);
  if (found.atoms !== given.atoms) throw new ToolError(`${name}: gemmi ${verb} ${found.atoms} of ${given.atoms} atoms`);
}
