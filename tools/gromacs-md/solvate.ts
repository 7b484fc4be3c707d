import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ToolError, type ToolRun } from '../contract.ts';
import { gmx, mdrun } from '../shared/gromacs/gmx.ts';
import { parseMinimisation } from '../shared/gromacs/minimisation.ts';
import { CONFORMATION, prepareTopology, TOPOLOGY } from '../shared/gromacs/prepareTopology.ts';
import type { Protein } from '../shared/gromacs/readProtein.ts';
import { readOutput } from '../shared/native/outputs.ts';
import { programs } from '../shared/native/programs.ts';
import { dynamics, minimisation } from './parameters.ts';
import { MAX_ATOMS, THREADS } from './tool.ts';

/** Index files with one group of atoms each. With several groups GROMACS would ask which one to use. */
export const PROTEIN = 'protein.ndx';
export const ALPHA_CARBONS = 'alpha_carbons.ndx';

/** With fewer atoms, threads spend more time waiting for each other than working. */
const MIN_ATOMS_OF_TWO_THREADS = 5_000;

/**
 * Prepares the protein in a minimised box of water, ready to be simulated as `md`. Returns the number of threads to
 * use; undefined when the job was stopped.
 */
export async function solvate(job: ToolRun, protein: Protein): Promise<number | undefined> {
  const file = (name: string) => join(job.workdir, name);
  writeFileSync(file('em.mdp'), minimisation());
  writeFileSync(file('md.mdp'), dynamics(job.settings));
  if (!(await prepareTopology(job, protein, 'tip3p'))) return undefined;
  const margin = String(job.settings.box_margin_nm);
  const boxed = [
    ['editconf', '-f', CONFORMATION, '-o', 'box.g96', '-bt', 'dodecahedron', '-d', margin],
    ['solvate', '-cp', 'box.g96', '-cs', 'spc216.gro', '-o', 'solvated.gro', '-p', TOPOLOGY],
  ];
  for (const step of boxed) if ((await gmx(job, step)).stopped) return undefined;
  const atoms = Number(readOutput(programs.gmx, file('solvated.gro')).split('\n', 2)[1]);
  if (!(atoms <= 1.2 * MAX_ATOMS))
    throw new ToolError(`with its water the protein has ${atoms} atoms, the limit is ${MAX_ATOMS}`);
  const threads = atoms < MIN_ATOMS_OF_TWO_THREADS ? 1 : THREADS;
  if ((await gmx(job, preprocess('em', 'solvated.gro'))).stopped) return undefined;
  if ((await mdrun(job, 'em', { threads, options: ['-c', 'em.g96'] })).stopped) return undefined;
  parseMinimisation(readOutput(programs.gmx, file('em.log')));
  const prepared = [
    preprocess('md', 'em.g96'),
    ['select', '-s', 'md.tpr', '-select', 'group Protein', '-on', PROTEIN],
    ['select', '-s', 'md.tpr', '-select', 'name CA', '-on', ALPHA_CARBONS],
  ];
  for (const step of prepared) if ((await gmx(job, step)).stopped) return undefined;
  return threads;
}

/**
 * Returns the arguments of grompp. The allowed warnings are about the net charge of the box, which PME spreads evenly.
 */
const preprocess = (name: string, coordinates: string): string[] => [
  ...['grompp', '-f', `${name}.mdp`, '-c', coordinates, '-p', TOPOLOGY, '-o', `${name}.tpr`, '-maxwarn', '2'],
];
