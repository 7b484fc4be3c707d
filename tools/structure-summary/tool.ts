import * as Type from 'typebox';
import type { ToolContract } from '../contract.ts';
import { filePort, itemsPort } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';
import { MAX_CHAINS, MAX_MODEL_ATOMS } from '../shared/structure/limits.ts';
import { structureSlot } from '../shared/structure/slot.ts';

export const structures = structureSlot({
  id: 'structures',
  label: 'Structures',
  description: `The first model of each; at most ${MAX_MODEL_ATOMS} atoms and ${MAX_CHAINS} chains`,
  min: 1,
  max: 50,
  maxResidues: MAX_MODEL_ATOMS,
});

/** Names of ligands in a row: more are counted, not named. */
export const MAX_LIGAND_NAMES = 200;

const closed = { additionalProperties: false };
const point = Type.Array(Type.Number(), { minItems: 3, maxItems: 3 });
const orNull = (schema: object) => Type.Union([schema, Type.Null()]);

export const summaryItem = Type.Object(
  {
    structure: Type.String(),
    id: orNull(Type.String()),
    title: orNull(Type.String()),
    resolution: Type.Unsafe<number | null>({ ...orNull(Type.Number()), description: 'Å' }),
    models: Type.Integer(),
    atoms: Type.Integer({ description: 'Of the first model, one location of each, hydrogens included' }),
    polymer_atoms: Type.Integer({ description: 'Of them, those of proteins and nucleic acids' }),
    chains: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          type: Type.Enum(['protein', 'nucleic acid', 'mixed', 'other']),
          residues: Type.Integer({ description: 'Amino acids and nucleotides' }),
          first: orNull(Type.String({ description: 'Residue number with its insertion code' })),
          last: orNull(Type.String()),
          gaps: Type.Integer({ description: 'Places where the residue numbers jump' }),
          sequence: Type.String({ description: 'Of the residues that have coordinates' }),
        },
        closed,
      ),
    ),
    ligands: Type.Array(Type.String(), { description: `Different names, at most ${MAX_LIGAND_NAMES}` }),
    ligand_count: Type.Integer(),
    waters: Type.Integer(),
    radius_of_gyration: Type.Number({ description: 'Å, mass-weighted, over polymer atoms' }),
    center_of_mass: Type.Unsafe<number[]>({ ...point, description: 'Å, of polymer atoms' }),
    bbox: Type.Object({ min: point, max: point }, { ...closed, description: 'Å, around polymer atoms' }),
    mean_b: Type.Number({ description: 'Å², over polymer atoms' }),
  },
  closed,
);

export const contract = {
  id: 'structure-summary',
  name: 'Structure summary',
  description: 'Chains, sequences, gaps, ligands, waters, radius of gyration, box and B factor',
  category: 'Structure',
  tags: ['pdb', 'mmcif'],
  version: '1.0.0',
  slots: [structures],
  settings: settingsOf({}),
  ports: [
    itemsPort('summary', 'Summaries', summaryItem),
    filePort('sequences', 'Sequences of the chains', { kind: 'protein', format: 'FASTA', required: false }),
  ],
  limits: { wallSeconds: 60, memoryMiB: 768, cpuCores: 1, outputMiB: 64 },
  credit: { mode: 'fixed', base: 1, perUnit: 0, unit: 'structure' },
  citation: {
    text: 'Lobanov M. Y., Bogatyreva N. S., Galzitskaya O. V., Radius of gyration as an indicator of protein structure compactness, Mol. Biol. 42 (2008) 623-628',
    doi: '10.1134/S0026893308040195',
  },
  license: 'Apache-2.0',
  requires: [],
} satisfies ToolContract;
