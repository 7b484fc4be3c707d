import * as Type from 'typebox';
import type { ToolContract } from '../contract.ts';
import { programs } from '../shared/native/programs.ts';
import { filePort, itemsPort, picturePort } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';
import { structureSlot } from '../shared/structure/slot.ts';

export const structures = structureSlot({
  id: 'structure',
  label: 'Structures',
  description: 'The first model of each; hydrogens, ligands and waters are left out',
  min: 1,
  max: 20,
});

const closed = { additionalProperties: false };
const areas = {
  total: Type.Number({ description: 'Å²' }),
  polar: Type.Number(),
  apolar: Type.Number(),
  main_chain: Type.Number(),
  side_chain: Type.Number(),
};

/** `chain` is null for the whole structure, and names the chain where chains are computed apart. */
export const totalItem = Type.Object(
  { structure: Type.String(), chain: Type.Union([Type.String(), Type.Null()]), ...areas },
  closed,
);

export const residueItem = Type.Object(
  {
    structure: Type.String(),
    chain: Type.String(),
    seq: Type.String({ description: 'Residue number with its insertion code' }),
    res: Type.String(),
    ...areas,
    relative: Type.Union([Type.Number(), Type.Null()], {
      description: 'Total as a percentage of that of the residue between two glycines or alanines',
    }),
  },
  closed,
);

export const contract = {
  id: 'freesasa',
  name: 'FreeSASA',
  description: 'Solvent-accessible surface by polarity, with ProtOr radii (Lee and Richards, or Shrake and Rupley)',
  category: 'Structure',
  tags: ['sasa'],
  version: '1.1.0',
  slots: [structures],
  settings: settingsOf({
    algorithm: Type.Enum(['lee-richards', 'shrake-rupley'], { default: 'lee-richards' }),
    probe: Type.Number({ minimum: 0.5, maximum: 3, default: 1.4, description: 'Radius of the probe in Å' }),
    resolution: Type.Integer({
      minimum: 5,
      maximum: 1000,
      default: 20,
      description: 'Slices of each atom (Lee and Richards) or test points (Shrake and Rupley)',
    }),
    separate_chains: Type.Boolean({ default: false, description: 'Compute each chain alone, as if apart' }),
  }),
  ports: [
    itemsPort('totals', 'Area of each structure', totalItem),
    itemsPort('residues', 'Area of each residue', residueItem),
    filePort('freesasa', 'What FreeSASA wrote', { kind: 'table', format: 'JSON' }),
    picturePort('Area along the residues'),
  ],
  limits: { wallSeconds: 300, memoryMiB: 1024, cpuCores: 1, outputMiB: 512 },
  credit: { mode: 'fixed', base: 1, perUnit: 0, unit: 'structure' },
  citation: {
    text: 'Mitternacht S., FreeSASA: an open source C library for solvent accessible surface area calculations, F1000Research 5 (2016) 189',
    doi: '10.12688/f1000research.7931.1',
  },
  license: 'MIT',
  requires: [programs.freesasa],
} satisfies ToolContract;
