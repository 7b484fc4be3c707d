import * as Type from 'typebox';
import type { ToolContract } from '../contract.ts';
import { notePorts } from '../shared/notes.ts';
import { filePort, itemsPort } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';
import { MAX_MODEL_ATOMS } from '../shared/structure/limits.ts';
import { selectionSettings } from '../shared/structure/selectionSettings.ts';
import { structureSlot } from '../shared/structure/slot.ts';

export const structures = structureSlot({
  id: 'structures',
  label: 'Structures',
  description: `One model of each; at most ${MAX_MODEL_ATOMS} atoms`,
  min: 1,
  max: 50,
  maxResidues: MAX_MODEL_ATOMS,
});

/** Most names of ligands in a row. Further ligands are counted, not named. */
export const MAX_LIGAND_NAMES = 200;

const closed = { additionalProperties: false };
const point = Type.Array(Type.Number(), { minItems: 3, maxItems: 3 });
const orNull = (schema: object) => Type.Union([schema, Type.Null()]);

const meanB = {
  mean_b: Type.Unsafe<number | null>({
    ...orNull(Type.Number()),
    description: 'Å², over polymer atoms; null where the file has pLDDT',
  }),
  mean_plddt: Type.Unsafe<number | null>({
    ...orNull(Type.Number()),
    description: 'Confidence of a prediction, over polymer atoms; null where the file has B factors',
  }),
};

export const summaryItem = Type.Object(
  {
    structure: Type.String(),
    id: orNull(Type.String()),
    title: orNull(Type.String()),
    resolution: Type.Unsafe<number | null>({ ...orNull(Type.Number()), description: 'Å' }),
    models: Type.Integer(),
    atoms: Type.Integer({ description: 'Of the model, one location of each, hydrogens included' }),
    polymer_atoms: Type.Integer({ description: 'Of them, those of proteins and nucleic acids' }),
    chains: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          id_from: orNull(
            Type.String({
              description: 'What tells the chain from others where the ids of the file do not, as `segment PROA`',
            }),
          ),
          type: Type.Enum(['protein', 'nucleic acid', 'mixed', 'other']),
          residues: Type.Integer({ description: 'Amino acids and nucleotides' }),
          first: orNull(Type.String({ description: 'Residue number with its insertion code' })),
          last: orNull(Type.String()),
          gaps: Type.Integer({ description: 'Places where the residue numbers jump and no bond is' }),
          sequence: Type.String({
            description: 'Of the residues that have coordinates; modified ones have the letter of their parent',
          }),
          modified: Type.Array(Type.String(), {
            description: `Residues whose names are not those of standard amino acids, at most ${MAX_LIGAND_NAMES}`,
          }),
          caps: Type.Array(Type.String(), {
            description: 'Groups at the ends, such as ACE and NME, which have no letter',
          }),
          sequence_residues: orNull(
            Type.Integer({
              description: 'Residues in the sequence that the file states (SEQRES); null where it states none',
            }),
          ),
          missing_atoms: Type.Integer({ description: 'Heavy atoms that standard amino acids lack' }),
          radius_of_gyration: orNull(Type.Number({ description: 'Å, mass-weighted' })),
          ...meanB,
        },
        closed,
      ),
    ),
    ligands: Type.Array(Type.String(), { description: `Different names, at most ${MAX_LIGAND_NAMES}` }),
    ligand_count: Type.Integer(),
    metals: Type.Integer({ description: 'Of the ligands, single metal atoms' }),
    waters: Type.Integer(),
    alternate_atoms: Type.Integer({ description: 'Atoms of locations that are not used' }),
    alternate_residues: Type.Integer({ description: 'Residues with alternate locations' }),
    missing_atoms: Type.Integer({ description: 'Heavy atoms that standard amino acids lack' }),
    radius_of_gyration: Type.Number({ description: 'Å, mass-weighted, over polymer atoms' }),
    center_of_mass: Type.Unsafe<number[]>({ ...point, description: 'Å, of polymer atoms' }),
    bbox: Type.Object({ min: point, max: point }, { ...closed, description: 'Å, around polymer atoms' }),
    ...meanB,
  },
  closed,
);

export const contract = {
  id: 'structure-summary',
  name: 'Structure summary',
  description:
    'Chains, sequences, gaps, missing atoms, ligands, waters, radius of gyration, box, and B factor or pLDDT',
  category: 'Structure',
  tags: ['pdb', 'mmcif', 'chains', 'ligands', 'what is in a PDB file'],
  version: '2.0.1',
  slots: [structures],
  settings: settingsOf({ ...selectionSettings }),
  ports: [
    itemsPort('summary', 'Summaries', summaryItem),
    filePort('sequences', 'Sequences of the chains', { kind: 'protein', format: 'FASTA', required: false }),
    ...notePorts,
  ],
  scenes: [
    {
      id: 'structure',
      label: 'Structure',
      parts: [{ ports: [], slot: 'structures', look: 'chains' }],
      plddt: { port: 'summary', field: 'mean_plddt' },
    },
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
