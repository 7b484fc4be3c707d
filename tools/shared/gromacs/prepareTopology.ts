import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ToolRun } from '../../contract.ts';
import { writePdb } from '../structure/writePdb.ts';
import { gmx } from './gmx.ts';
import type { Protein } from './readProtein.ts';

/**
 * File names of the coordinates and of the topology, in the order of the steps. Coordinates are GROMOS-96 files, which
 * have nine decimals of a nanometre. The three decimals of `.gro` would move atoms by 0.005 Å and raise the energy of
 * bonds by 40 kJ/mol.
 */
export const CONFORMATION = 'protein.g96';
export const TOPOLOGY = 'topology.top';

/** Adds hydrogens and writes the topology of the force field. Returns false when the job was stopped. */
export async function prepareTopology(job: ToolRun, { residues, structure }: Protein, water: string): Promise<boolean> {
  // Residues are renumbered, because the input's numbers may not fit in a PDB file. GROMACS only uses numbers to
  // separate residues.
  const numbered = residues.map((residue, i) => ({ ...residue, number: (i % 9_999) + 1, insertion: '' }));
  writeFileSync(join(job.workdir, 'input.pdb'), writePdb(numbered, structure));
  const files = ['-f', 'input.pdb', '-o', CONFORMATION, '-p', TOPOLOGY];
  const field = ['-ff', String(job.settings.forcefield), '-water', water, '-ignh'];
  return !(await gmx(job, ['pdb2gmx', ...files, ...field])).stopped;
}
