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
  description: 'One model of each, with its whole backbone (N, CA, C, O)',
  min: 1,
  max: 20,
});

const closed = { additionalProperties: false };
const angle = Type.Union([Type.Number(), Type.Null()]);

export const summaryItem = Type.Object(
  {
    structure: Type.String(),
    residues: Type.Integer(),
    helix_fraction: Type.Number({ description: 'Residues in H, G, I or P' }),
    strand_fraction: Type.Number({ description: 'Residues in E or B' }),
    accessible_surface: Type.Number({ description: 'Å²' }),
    hbonds: Type.Integer({ description: 'Bonds of the backbone, O→H-N' }),
    ss_string: Type.String({ description: 'One letter for each residue, - for none' }),
  },
  closed,
);

export const residueItem = Type.Object(
  {
    structure: Type.String(),
    chain: Type.String(),
    seq: Type.String({ description: 'Residue number with its insertion code' }),
    res: Type.String({ description: 'Name of the residue in the input' }),
    aa: Type.String({
      description: 'One-letter code, of the parent where it is modified; cysteines in bridges are C here',
    }),
    ss: Type.String({ description: 'H, B, E, G, I, P, T, S or -' }),
    acc: Type.Number({ description: 'Accessible surface in Å²' }),
    phi: angle,
    psi: angle,
  },
  closed,
);

export const contract = {
  id: 'dssp',
  name: 'DSSP',
  description: 'Secondary structure and solvent exposure of every amino acid',
  category: 'Structure',
  tags: ['secondary structure', 'dssp', 'helix', 'strand', 'sheet'],
  version: '1.2.1',
  slots: [structures],
  settings: settingsOf({
    ...selectionSettings,
    min_pp_stretch: Type.Integer({ minimum: 2, maximum: 6, default: 3, description: 'Least length of a PPII helix' }),
  }),
  ports: [
    itemsPort('summary', 'Secondary structure of each file', summaryItem),
    itemsPort('residues', 'Residues', residueItem, true, { aa: { title: 'Amino acid' } }),
    filePort('dssp', 'Files in DSSP format', { format: 'TEXT' }),
    picturePort('Secondary structure along the sequence'),
    ...notePorts,
  ],
  scenes: [
    {
      id: 'structure',
      label: 'Secondary structure of each residue',
      parts: [{ ports: [], slot: 'structure', look: 'structure' }],
      values: { port: 'residues', field: 'ss' },
    },
  ],
  limits: { wallSeconds: 300, memoryMiB: 1024, cpuCores: 1, outputMiB: 256 },
  credit: { mode: 'fixed', base: 1, perUnit: 0, unit: 'structure' },
  citation: {
    text: 'Kabsch W., Sander C., Dictionary of protein secondary structure: pattern recognition of hydrogen-bonded and geometrical features, Biopolymers 22 (1983) 2577-2637',
    doi: '10.1002/bip.360221211',
  },
  license: 'BSD-2-Clause',
  requires: [programs.mkdssp],
} satisfies ToolContract;
