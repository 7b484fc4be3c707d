import * as Type from 'typebox';
import type { ToolContract } from '../contract.ts';
import { programs } from '../shared/native/programs.ts';
import { notePorts } from '../shared/notes.ts';
import { filePort, itemsPort, picturePort } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';
import { selectionSettings } from '../shared/structure/selectionSettings.ts';
import { structureSlot } from '../shared/structure/slot.ts';

export const structures = structureSlot({
  id: 'structure',
  label: 'Structures',
  description: 'One model of each; alpha carbons are the nodes of the networks',
  min: 1,
  max: 10,
  // All modes are computed, in time that grows with the third power of the number of residues.
  maxResidues: 1_200,
});

const closed = { additionalProperties: false };
const maybe = Type.Union([Type.Number(), Type.Null()]);

export const summaryItem = Type.Object(
  {
    structure: Type.String(),
    residues: Type.Integer({ description: 'Nodes of the networks' }),
    anm_correlation: {
      ...maybe,
      description: 'Of the fluctuations with the B factors; null for predictions and equal B factors',
    },
    gnm_correlation: { ...maybe, description: 'The same of the Gaussian network' },
  },
  closed,
);

export const modeItem = Type.Object(
  {
    structure: Type.String(),
    network: Type.Enum(['anm', 'gnm']),
    mode: Type.Integer({ description: 'Counted from 1, the slowest; modes that move the whole are left out' }),
    eigenvalue: Type.Number({ description: 'In units of the spring constant; frequencies are its square root' }),
    share: Type.Number({ description: 'Of the fluctuation in all modes' }),
    collectivity: Type.Number({ description: 'From 1/residues, where one moves, to 1, where all move alike' }),
  },
  closed,
);

export const residueItem = Type.Object(
  {
    structure: Type.String(),
    chain: Type.String(),
    number: Type.Integer(),
    insertion: Type.String(),
    residue: Type.String(),
    anm: Type.Number({ description: 'Mean square fluctuation in all modes of the anisotropic network, relative' }),
    gnm: Type.Number({ description: 'The same of the Gaussian network' }),
    b_factor: { ...maybe, description: 'Of the alpha carbon, in Å²; null for predictions' },
  },
  closed,
);

export const contract = {
  id: 'normal-modes',
  name: 'Normal modes',
  description: 'Slow motions and mobility of a protein by its elastic networks (ANM and GNM)',
  category: 'Structure',
  tags: ['elastic network', 'anm', 'gnm', 'flexibility', 'b-factors', 'protein motion'],
  version: '1.0.1',
  slots: [structures],
  settings: settingsOf({
    ...selectionSettings,
    anm_cutoff: Type.Number({ minimum: 7, maximum: 30, default: 15, description: 'Å between connected alpha carbons' }),
    gnm_cutoff: Type.Number({ minimum: 6, maximum: 30, default: 10, description: 'Å, in the Gaussian network' }),
    modes: Type.Integer({ minimum: 1, maximum: 50, default: 20, description: 'Rows for each network' }),
    files: Type.Integer({
      minimum: 0,
      maximum: 10,
      default: 3,
      description: 'Slowest modes that are written as models',
    }),
    amplitude: Type.Number({
      minimum: 0.1,
      maximum: 10,
      default: 2,
      description: 'RMSD of the outermost models, in Å',
    }),
  }),
  ports: [
    itemsPort('summary', 'The networks', summaryItem),
    itemsPort('modes', 'Modes of both networks', modeItem),
    itemsPort('residues', 'Mobility of each residue', residueItem),
    filePort('motions', 'Each mode as models of one swing, the first as the structure is', {
      kind: 'structure',
      format: 'PDB',
      required: false,
    }),
    picturePort('Mobility by residue'),
    ...notePorts,
  ],
  scenes: [
    {
      id: 'motions',
      label: 'Motion of a mode',
      parts: [{ ports: ['motions'], look: 'structure', steps: true }],
      values: { port: 'residues', field: 'anm' },
    },
  ],
  limits: { wallSeconds: 900, memoryMiB: 1536, cpuCores: 1, outputMiB: 256 },
  credit: { mode: 'fixed', base: 1, perUnit: 0, unit: 'structure' },
  citation: {
    text: 'Atilgan A. R. et al., Anisotropy of fluctuation dynamics of proteins with an elastic network model, Biophys. J. 80 (2001) 505-515; Gaussian network: Bahar I., Atilgan A. R., Erman B., Direct evaluation of thermal fluctuations in proteins using a single-parameter harmonic potential, Fold. Des. 2 (1997) 173-181',
    doi: '10.1016/S0006-3495(01)76033-X',
  },
  license: 'Apache-2.0',
  requires: [programs.python],
} satisfies ToolContract;
