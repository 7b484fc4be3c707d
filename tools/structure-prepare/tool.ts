import * as Type from 'typebox';
import type { ToolContract } from '../contract.ts';
import { filePort, itemsPort } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';
import { MAX_CHAINS, MAX_MODEL_ATOMS } from '../shared/structure/limits.ts';
import { structureSlot } from '../shared/structure/slot.ts';

export const structures = structureSlot({
  id: 'structure',
  label: 'Structures',
  description: `At most ${MAX_MODEL_ATOMS} atoms and ${MAX_CHAINS} chains in a model`,
  min: 1,
  max: 50,
  maxResidues: MAX_MODEL_ATOMS,
});

/** Files that one structure can give: crystals with more ligands than this hold their buffer's salt. */
export const MAX_LIGAND_FILES = 50;

const closed = { additionalProperties: false };

export const reportItem = Type.Object(
  {
    structure: Type.String(),
    file: Type.String({ description: 'Name of the receptor file' }),
    model: Type.Integer(),
    residues: Type.Integer({ description: 'Amino acids and nucleotides in the receptor' }),
    atoms: Type.Integer({ description: 'In the receptor file' }),
    chains: Type.Array(Type.Object({ source: Type.String(), written: Type.String() }, closed)),
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
    removed_variants: Type.Integer({ description: 'Residues that share their number with another' }),
    selenomethionines: Type.Integer({ description: 'Written as methionine where `mse_to_met` is set' }),
  },
  closed,
);

export const contract = {
  id: 'structure-prepare',
  name: 'Prepare structure',
  description: 'Normalises structures, selects chains, and splits receptor, ligands and waters',
  category: 'Structure',
  tags: ['pdb', 'cleaning'],
  version: '1.0.0',
  slots: [structures],
  settings: settingsOf({
    model: Type.Integer({ minimum: 1, maximum: 10_000, default: 1, description: 'Counted from 1 in the file' }),
    chains: Type.Array(Type.String({ maxLength: 8 }), {
      default: [],
      maxItems: MAX_CHAINS,
      description: 'Ids of the chains to keep; none: all',
    }),
    keep_hydrogens: Type.Boolean({ default: false }),
    keep_waters: Type.Boolean({ default: false }),
    ligands: Type.Enum(['drop', 'keep', 'split'], {
      default: 'split',
      description: 'keep writes them into the receptor file, split into a file each',
    }),
    mse_to_met: Type.Boolean({ default: true, description: 'Write selenomethionine as methionine' }),
  }),
  ports: [
    filePort('receptor', 'Normalised structures', { kind: 'structure', format: 'PDB' }),
    filePort('ligands', 'Ligands, a file each', { kind: 'structure', format: 'PDB', required: false }),
    itemsPort('report', 'What was kept and removed', reportItem),
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
