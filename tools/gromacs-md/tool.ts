import * as Type from 'typebox';
import type { ToolContract } from '../contract.ts';
import { forcefield, gromacsCitation } from '../shared/gromacs/settings.ts';
import { gromacsSlot } from '../shared/gromacs/slot.ts';
import { programs } from '../shared/native/programs.ts';
import { notePorts } from '../shared/notes.ts';
import { filePort, itemsPort, MODELS } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';
import { selectionSettings } from '../shared/structure/selectionSettings.ts';

const MAX_RESIDUES = 500;

/** Including water. 500 ps of this many atoms take three of the four hours on two processors. */
export const MAX_ATOMS = 60_000;

/** Number of processors for simulations with enough atoms. */
export const THREADS = 2;

export const structure = gromacsSlot(MAX_RESIDUES);

export const frameItem = Type.Object(
  {
    time_ps: Type.Number(),
    rmsd_nm: Type.Number({ description: 'Of the alpha carbons to the minimised structure' }),
    temperature: Type.Number({ description: 'K' }),
    potential: Type.Number({ description: 'Potential energy of the whole system, kJ/mol' }),
  },
  { additionalProperties: false },
);

export const contract = {
  id: 'gromacs-md',
  name: 'GROMACS molecular dynamics',
  description: 'Simulates a protein in a box of water at constant temperature',
  category: 'Dynamics',
  tags: ['molecular dynamics', 'gromacs', 'trajectory', 'force field', 'simulation'],
  version: '1.2.0',
  slots: [structure],
  settings: settingsOf({
    ...selectionSettings,
    forcefield,
    time_ps: Type.Number({ minimum: 1, maximum: 500, default: 10, description: 'Length of the simulation' }),
    temperature: Type.Number({ minimum: 250, maximum: 400, default: 300, description: 'K' }),
    box_margin_nm: Type.Number({ minimum: 0.8, maximum: 1.5, default: 0.8, description: 'Water around the protein' }),
    frame_interval_ps: Type.Number({
      minimum: 0.2,
      maximum: 10,
      default: 1,
      description: 'Between frames of the trajectory, in steps of 0.02',
    }),
    seed: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 42, description: 'Of the velocities' }),
  }),
  ports: [
    itemsPort('frames', 'Frames of the trajectory', frameItem),
    filePort('trajectory', 'Trajectory of the protein', { format: 'XTC' }),
    filePort('final', 'Protein at the end', { kind: 'structure', format: 'PDB' }),
    filePort(MODELS, 'Frames as models of one file, for md-analysis; of long trajectories every n-th', {
      kind: 'structure',
      format: 'PDB',
      required: false,
    }),
    filePort('checkpoint', 'State at the end, to continue from', { format: 'CPT' }),
    filePort('run_input', 'What the simulation began with; a checkpoint needs it', { format: 'TPR' }),
    ...notePorts,
  ],
  scenes: [
    {
      id: 'frames',
      label: 'Frames of the trajectory',
      parts: [{ ports: [MODELS, 'final'], look: 'structure', steps: true }],
    },
  ],
  limits: { wallSeconds: 14_400, memoryMiB: 1_024, cpuCores: THREADS, outputMiB: 1_024 },
  credit: { mode: 'metered_runtime', ratePerMinute: 10 },
  citation: gromacsCitation,
  license: 'LGPL-2.1-or-later',
  requires: [programs.gmx],
  varies: [
    { port: 'checkpoint', why: 'it says when it was written' },
    { port: 'run_input', why: 'some bytes of it are left to chance by GROMACS' },
    ...['frames', 'trajectory', 'final', MODELS].map((port) => ({
      port,
      why: 'the two threads of large systems add forces in any order',
    })),
  ],
  executor: 'kubernetes',
  log: ['stdout', 'stderr'],
} satisfies ToolContract;
