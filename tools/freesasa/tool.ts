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
  description: 'One model of each: proteins and nucleic acids; hydrogens and waters are left out',
  min: 1,
  max: 20,
});

const closed = { additionalProperties: false };
const areas = {
  total: Type.Number({ description: 'Å²' }),
  polar: Type.Number(),
  apolar: Type.Number(),
  unknown: Type.Number({
    description: 'Of atoms that FreeSASA has no class for, as in modified residues: total less polar and apolar',
  }),
  main_chain: Type.Number(),
  side_chain: Type.Number(),
};

/**
 * `chain` is null for the whole structure. Otherwise it names the chains of a part that was computed without the rest.
 */
export const totalItem = Type.Object(
  { structure: Type.String(), chain: Type.Union([Type.String(), Type.Null()]), ...areas },
  closed,
);

export const residueItem = Type.Object(
  {
    structure: Type.String(),
    chain: Type.String(),
    seq: Type.String({ description: 'Residue number with its insertion code' }),
    res: Type.String({ description: 'Name of the residue in the input' }),
    ...areas,
    relative: Type.Union([Type.Number(), Type.Null()], {
      description: 'Total as a percentage of that of the residue between two glycines or alanines',
    }),
  },
  closed,
);

/** The parts of an area have its unit. */
const areaHeadings = Object.fromEntries(
  ['polar', 'apolar', 'unknown', 'main_chain', 'side_chain'].map((name) => [name, { unit: 'Å²', digits: 1 }]),
);

export const contract = {
  id: 'freesasa',
  name: 'FreeSASA',
  description: 'Solvent-accessible surface by polarity, with ProtOr radii (Lee and Richards, or Shrake and Rupley)',
  category: 'Structure',
  tags: ['sasa', 'solvent accessibility', 'accessible surface', 'exposed residues'],
  version: '2.0.1',
  slots: [structures],
  settings: settingsOf({
    ...selectionSettings,
    algorithm: Type.Enum(['lee-richards', 'shrake-rupley'], { default: 'lee-richards' }),
    probe: Type.Number({ minimum: 0.5, maximum: 3, default: 1.4, description: 'Radius of the probe in Å' }),
    resolution: Type.Integer({
      minimum: 5,
      maximum: 1000,
      default: 20,
      description: 'Slices of each atom (Lee and Richards) or test points (Shrake and Rupley)',
    }),
    nucleic_acids: Type.Boolean({ default: true, description: 'DNA and RNA have an area, and bury that of proteins' }),
    ligands: Type.Boolean({ default: false, description: 'So have ligands and metals, whose radii are guessed' }),
    separate_chains: Type.Boolean({ default: false, description: 'Compute each chain alone, as if apart' }),
    chain_groups: Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
      default: [],
      maxItems: 20,
      description:
        'Chains to compute together, as if apart from the others, beside the whole, such as `A,B` and `C`: what the groups have more than the whole is buried between them',
    }),
  }),
  ports: [
    itemsPort('totals', 'Area of each structure', totalItem, true, areaHeadings),
    itemsPort('residues', 'Area of each residue', residueItem, true, areaHeadings),
    filePort('freesasa', 'What FreeSASA wrote', { kind: 'table', format: 'JSON' }),
    picturePort('Area along the residues'),
    ...notePorts,
  ],
  scenes: [
    {
      id: 'structure',
      label: 'Relative area on the structure',
      parts: [{ ports: [], slot: 'structure', look: 'structure' }],
      values: { port: 'residues', field: 'relative' },
    },
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
