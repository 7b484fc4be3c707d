import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Run, Settings } from '../contract.ts';
import { gmx, mdp, mdrun } from '../shared/gromacs/gmx.ts';
import { parseMinimisation, withoutMachine } from '../shared/gromacs/minimisation.ts';
import { CONFORMATION, prepareTopology, TOPOLOGY } from '../shared/gromacs/prepareTopology.ts';
import { noteProtein, readProtein } from '../shared/gromacs/readProtein.ts';
import { restoreResidues } from '../shared/gromacs/restoreResidues.ts';
import { readOutput } from '../shared/native/outputs.ts';
import { programs } from '../shared/native/programs.ts';
import { Notes } from '../shared/notes.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { check } from './check.ts';
import { structure } from './tool.ts';

const PARAMETERS = 'em.mdp';
const BOX = 'box.g96';
const MINIMUM = 'em.pdb';

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const protein = readProtein(job.inputs, structure, job.settings).records[0]!;
  writeFileSync(join(job.workdir, PARAMETERS), parameters(job.settings));
  if (!(await prepareTopology(job, protein, 'none'))) return;
  const most = job.settings.steps as number;
  const steps = [
    ['editconf', '-f', CONFORMATION, '-o', BOX, '-d', '1.0'],
    // The allowed warnings are about the net charge of the protein and the names of its groups.
    ['grompp', '-f', PARAMETERS, '-c', BOX, '-p', TOPOLOGY, '-o', 'em.tpr', '-maxwarn', '2'],
  ];
  for (const step of steps) if ((await gmx(job, step)).stopped) return;
  const onStderr = (line: string) => {
    const step = /^Step= *(\d+),/.exec(line)?.[1];
    if (step) job.progress(Math.min(Number(step), most), most);
  };
  if ((await mdrun(job, 'em', { onStderr, options: ['-c', MINIMUM] })).stopped) return;
  const written = (name: string) => readOutput(programs.gmx, join(job.workdir, name));
  const log = written('em.log');
  const minimum = parseMinimisation(log);
  const place = { sourceInputIds: [protein.inputId] };
  const pdb = restoreResidues(written(MINIMUM), protein.originals, protein.structure);
  job.file('minimized', 'minimized.pdb', pdb, place);
  job.item('minimum', minimum, place);
  noteProtein(new Notes(job), protein, job.settings.forcefield as string);
  job.file('log', 'minimisation.log', withoutMachine(log), place);
};

/** Parameters for a protein without water, in a medium with the dielectric properties of water. */
const parameters = ({ steps, emtol }: Settings): string =>
  mdp({
    integrator: 'steep',
    nsteps: steps as number,
    emtol: emtol as number,
    // This integrator ignores the seed, but the log shows it, and the default is random.
    'ld-seed': 1,
    'cutoff-scheme': 'Verlet',
    coulombtype: 'Reaction-Field',
    'epsilon-rf': 80,
    rcoulomb: 1,
    rvdw: 1,
  });
