import * as Type from 'typebox';
import type { ToolContract } from '../contract.ts';
import { notePorts } from '../shared/notes.ts';
import { filePort, itemsPort, picturePort } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';
import { selectionSettings } from '../shared/structure/selectionSettings.ts';
import { structureSlot } from '../shared/structure/slot.ts';

export const structures = structureSlot({
  id: 'structure',
  label: 'Structures',
  description: 'One model of each, with its proteins and nucleic acids; hydrogens, ligands and waters are left out',
  min: 1,
  max: 20,
});

/** A minute of work on one core. */
export const MAX_TEST_POINTS = 250_000_000;

const closed = { additionalProperties: false };

export const totalItem = Type.Object(
  {
    structure: Type.String(),
    total: Type.Number({ description: 'Å²' }),
    polymer_atoms: Type.Integer({ description: 'Heavy atoms of proteins and nucleic acids' }),
  },
  closed,
);

export const residueItem = Type.Object(
  {
    structure: Type.String(),
    chain: Type.String(),
    seq: Type.String({ description: 'Residue number with its insertion code' }),
    res: Type.String({ description: 'Residue name' }),
    area: Type.Number({ description: 'Å²' }),
    relative: Type.Unsafe<number | null>({
      ...Type.Union([Type.Number(), Type.Null()]),
      description: 'Of the largest possible area of this amino acid; null for nucleotides and modified residues',
    }),
  },
  closed,
);

export const contract = {
  id: 'surface-area',
  name: 'Surface area',
  description: 'Solvent-accessible surface per residue of proteins and nucleic acids (Shrake and Rupley, Bondi radii)',
  category: 'Structure',
  tags: ['sasa', 'solvent accessibility', 'accessible surface'],
  version: '2.0.1',
  slots: [structures],
  settings: settingsOf({
    probe: Type.Number({ minimum: 0.5, maximum: 3, default: 1.4, description: 'Radius of the probe in Å' }),
    points: Type.Integer({ minimum: 50, maximum: 2000, default: 960, description: 'Test points on each atom' }),
    ...selectionSettings,
  }),
  ports: [
    itemsPort('totals', 'Area of each structure', totalItem),
    itemsPort('residues', 'Area of each residue', residueItem),
    filePort('table', 'Area of each residue as a table', { kind: 'table', format: 'TSV' }),
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
  limits: { wallSeconds: 300, memoryMiB: 768, cpuCores: 1, outputMiB: 256 },
  credit: { mode: 'fixed', base: 1, perUnit: 0, unit: 'structure' },
  citation: {
    text: 'Shrake A., Rupley J. A., Environment and exposure to solvent of protein atoms: lysozyme and insulin, J. Mol. Biol. 79 (1973) 351-371',
    doi: '10.1016/0022-2836(73)90011-9',
  },
  license: 'Apache-2.0',
  requires: [],
} satisfies ToolContract;
