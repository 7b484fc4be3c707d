import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ToolRun } from '../../contract.ts';
import { writePdb } from '../structure/writePdb.ts';
import { gmx } from './gmx.ts';
import type { Protein } from './readProtein.ts';

/**
 * What all files of coordinates and of the topology are called, in the order of the steps. GROMOS-96 files have nine decimals of a
 * nanometre; those of `.gro`, three, would move atoms by 0.005 Å and make bonds 40 kJ/mol dearer.
 */
export const CONFORMATION = 'protein.g96';
export const TOPOLOGY = 'topology.top';

/** Hydrogens and the topology of the force field; false when the job was stopped. */
export async function prepareTopology(job: ToolRun, { residues, structure }: Protein, water: string): Promise<boolean> {
  // Numbers of the input may not fit in a PDB file; here they only part residues.
  const numbered = residues.map((residue, i) => ({ ...residue, number: (i % 9_999) + 1, insertion: '' }));
  writeFileSync(join(job.workdir, 'input.pdb'), writePdb(numbered, structure));
  const files = ['-f', 'input.pdb', '-o', CONFORMATION, '-p', TOPOLOGY];
  const field = ['-ff', String(job.settings.forcefield), '-water', water, '-ignh'];
  return !(await gmx(job, ['pdb2gmx', ...files, ...field])).stopped;
}
