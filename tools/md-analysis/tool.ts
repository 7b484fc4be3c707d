import * as Type from 'typebox';
import type { ToolContract } from '../contract.ts';
import { programs } from '../shared/native/programs.ts';
import { notePorts } from '../shared/notes.ts';
import { filePort, itemsPort, picturePort } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';
import { selectionSettings } from '../shared/structure/selectionSettings.ts';
import { structureSlot } from '../shared/structure/slot.ts';

export const MAX_FRAMES = 2_000;

export const trajectory = structureSlot({
  id: 'trajectory',
  label: 'Trajectory',
  description: `One file with 2 to ${MAX_FRAMES} models of the same atoms, as gromacs-md writes them on its port models`,
  min: 1,
  max: 1,
  models: { min: 2, max: MAX_FRAMES },
});

const closed = { additionalProperties: false };
const residue = { chain: Type.String(), number: Type.Integer(), insertion: Type.String(), residue: Type.String() };

export const summaryItem = Type.Object(
  {
    structure: Type.String(),
    frames: Type.Integer(),
    atoms: Type.Integer({ description: 'Of the protein in each frame' }),
    mean_rmsd: Type.Number({ description: 'Å, over all frames but the reference' }),
    max_rmsd: Type.Number({ description: 'Å' }),
    mean_rg: Type.Number({ description: 'Å' }),
    clusters: Type.Integer(),
    hbonds: Type.Integer({ description: 'Different hydrogen bonds in at least `hbond_share` of the frames' }),
  },
  closed,
);

export const frameItem = Type.Object(
  {
    frame: Type.Integer({ description: 'Counted from 1 in the file' }),
    rmsd: Type.Number({ description: 'Of the chosen atoms to the reference frame, after superposition, in Å' }),
    rg: Type.Number({ description: 'Radius of gyration by mass, of all atoms of the protein, in Å' }),
    cluster: Type.Integer({ description: 'Counted from 1, the largest' }),
  },
  closed,
);

export const residueItem = Type.Object(
  { ...residue, rmsf: Type.Number({ description: 'Fluctuation of the alpha carbon around its mean place, in Å' }) },
  closed,
);

export const bondItem = Type.Object(
  {
    donor: Type.String({ description: 'Residue and atom, e.g. `A:LYS27 N`' }),
    acceptor: Type.String(),
    share: Type.Number({ description: 'Of the frames, from 0 to 1' }),
  },
  closed,
);

export const clusterItem = Type.Object(
  {
    cluster: Type.Integer(),
    frames: Type.Integer(),
    share: Type.Number(),
    representative: Type.Integer({ description: 'The frame with the most others within the cutoff' }),
  },
  closed,
);

export const contract = {
  id: 'md-analysis',
  name: 'Trajectory analysis',
  description:
    'RMSD, fluctuation, radius of gyration, hydrogen bonds and clusters of the frames of a trajectory (MDTraj)',
  category: 'Dynamics',
  tags: [
    'molecular dynamics',
    'mdtraj',
    'rmsd',
    'rmsf',
    'hydrogen bonds',
    'clusters',
    'ensemble',
    'trajectory',
    'rmsd over time',
    'radius of gyration',
  ],
  version: '1.0.1',
  slots: [trajectory],
  settings: settingsOf({
    chains: selectionSettings.chains,
    residues: selectionSettings.residues,
    altloc: selectionSettings.altloc,
    atoms: Type.Enum(['alpha', 'backbone', 'heavy'], {
      default: 'alpha',
      description: 'Atoms that are superposed and compared: alpha carbons, N CA C, or all heavy atoms',
    }),
    reference: Type.Integer({ minimum: 1, maximum: MAX_FRAMES, default: 1, description: 'Frame to compare with' }),
    cluster_cutoff: Type.Number({ minimum: 0.1, maximum: 50, default: 1.5, description: 'Å of RMSD between frames' }),
    hbond_share: Type.Number({
      minimum: 0,
      maximum: 1,
      default: 0.1,
      description: 'Hydrogen bonds of fewer frames are not listed; a bond is shorter than 2.5 Å and over 120 degrees',
    }),
  }),
  ports: [
    itemsPort('summary', 'The trajectory', summaryItem),
    itemsPort('frames', 'RMSD, radius of gyration and cluster of each frame', frameItem),
    itemsPort('residues', 'Fluctuation of each residue', residueItem),
    itemsPort('hbonds', 'Hydrogen bonds, the most frequent first', bondItem, false),
    itemsPort('clusters', 'Clusters of frames', clusterItem),
    filePort('representatives', 'The representative frame of each cluster, superposed on the reference', {
      kind: 'structure',
      format: 'PDB',
    }),
    picturePort('RMSD by frame, and fluctuation by residue'),
    ...notePorts,
  ],
  scenes: [
    {
      id: 'representatives',
      label: 'Representative frames',
      parts: [{ ports: ['representatives'], look: 'structure', steps: true }],
      values: { port: 'residues', field: 'rmsf' },
    },
  ],
  limits: { wallSeconds: 600, memoryMiB: 2048, cpuCores: 1, outputMiB: 128 },
  credit: { mode: 'fixed', base: 2, perUnit: 0, unit: 'trajectory' },
  citation: {
    text: 'McGibbon R. T. et al., MDTraj: a modern open library for the analysis of molecular dynamics trajectories, Biophys. J. 109 (2015) 1528-1532; clusters: Daura X. et al., Peptide folding: when simulation meets experiment, Angew. Chem. Int. Ed. 38 (1999) 236-240; hydrogen bonds: Baker E. N., Hubbard R. E., Hydrogen bonding in globular proteins, Prog. Biophys. Mol. Biol. 44 (1984) 97-179',
    doi: '10.1016/j.bpj.2015.08.015',
  },
  license: 'LGPL-2.1-or-later',
  requires: [programs.python],
} satisfies ToolContract;
