import * as Type from 'typebox';
import type { ToolContract } from '../contract.ts';
import { notePorts } from '../shared/notes.ts';
import { filePort, itemsPort } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';
import { MAX_CHAINS, MAX_MODEL_ATOMS } from '../shared/structure/limits.ts';
import { selectionSettings } from '../shared/structure/selectionSettings.ts';
import { structureSlot } from '../shared/structure/slot.ts';

export const structures = structureSlot({
  id: 'structure',
  label: 'Structures',
  description: `At most ${MAX_MODEL_ATOMS} atoms and ${MAX_CHAINS} chains in a model`,
  min: 1,
  max: 50,
  maxResidues: MAX_MODEL_ATOMS,
});

/** Most files of ligands from one structure. A crystal with more ligands contains mostly salts of its buffer. */
export const MAX_LIGAND_FILES = 50;

const closed = { additionalProperties: false };

export const reportItem = Type.Object(
  {
    structure: Type.String(),
    file: Type.String({ description: 'Name of the receptor file' }),
    model: Type.Integer(),
    residues: Type.Integer({ description: 'Amino acids and nucleotides in the receptor' }),
    atoms: Type.Integer({ description: 'In the receptor file' }),
    chains: Type.Array(
      Type.Object(
        {
          source: Type.String({ description: 'Id of the chain, as rows of all tools have it' }),
          written: Type.String({ description: 'Its letter in the receptor file' }),
          in_file: Type.String({ description: 'Its id in the source, which may be empty' }),
          told_by: Type.Union([Type.String(), Type.Null()], {
            description: 'What tells it from other chains where the ids of the source do not, as `segment PROA`',
          }),
        },
        closed,
      ),
    ),
    ligands: Type.Array(
      Type.Object(
        { residue: Type.String(), atoms: Type.Integer(), file: Type.Union([Type.String(), Type.Null()]) },
        closed,
      ),
      { description: `At most ${MAX_LIGAND_FILES}` },
    ),
    ligand_count: Type.Integer(),
    waters: Type.Integer({ description: 'In the source' }),
    removed_hydrogens: Type.Integer(),
    removed_alternates: Type.Integer({ description: 'Atoms of second and further locations' }),
    removed_variants: Type.Integer({ description: 'Residues that are alternatives of another at their place' }),
    selenomethionines: Type.Integer({ description: 'Written as methionine where `mse_to_met` is set' }),
    replaced: Type.Array(Type.String(), { description: 'Modified residues that were made standard ones' }),
  },
  closed,
);

export const contract = {
  id: 'structure-prepare',
  name: 'Prepare structure',
  description: 'Normalises structures, selects chains, and splits receptor, ligands and waters',
  category: 'Structure',
  tags: ['pdb', 'cleaning', 'prepare receptor', 'remove waters', 'clean PDB'],
  version: '2.0.1',
  slots: [structures],
  settings: settingsOf({
    ...selectionSettings,
    keep_hydrogens: Type.Boolean({ default: false }),
    keep_waters: Type.Boolean({ default: false }),
    ligands: Type.Enum(['drop', 'keep', 'split'], {
      default: 'split',
      description: 'keep writes them into the receptor file, split into a file each',
    }),
    keep: Type.Array(Type.String({ minLength: 1, maxLength: 8, pattern: '^[0-9A-Za-z+-]+$' }), {
      default: [],
      maxItems: 100,
      description: 'Names of ligands and ions that stay in the receptor file in any case, as ZN or HEM',
    }),
    mse_to_met: Type.Boolean({ default: true, description: 'Write selenomethionine as methionine' }),
    modified_to_parent: Type.Boolean({
      default: false,
      description:
        'Write modified residues and names of force fields as the standard residues that they are forms of, without the atoms that these lack',
    }),
    mmcif: Type.Boolean({ default: false, description: 'Write the receptor as mmCIF too' }),
  }),
  ports: [
    filePort('receptor', 'Normalised structures', { kind: 'structure', format: 'PDB' }),
    filePort('ligands', 'Ligands, a file each', { kind: 'structure', format: 'PDB', required: false }),
    filePort('mmcif', 'The same as mmCIF', { kind: 'structure', format: 'MMCIF', required: false }),
    itemsPort('report', 'What was kept and removed', reportItem),
    ...notePorts,
  ],
  limits: { wallSeconds: 60, memoryMiB: 768, cpuCores: 1, outputMiB: 512 },
  credit: { mode: 'fixed', base: 1, perUnit: 0, unit: 'structure' },
  citation: {
    text: 'Berman H. M., Henrick K., Nakamura H., Announcing the worldwide Protein Data Bank, Nat. Struct. Biol. 10 (2003) 980',
    doi: '10.1038/nsb1203-980',
  },
  license: 'Apache-2.0',
  requires: [],
} satisfies ToolContract;
