import * as Type from 'typebox';
import type { ToolContract } from '../contract.ts';
import { programs } from '../shared/native/programs.ts';
import { notePorts } from '../shared/notes.ts';
import { filePort, itemsPort } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';
import { selectionSettings } from '../shared/structure/selectionSettings.ts';
import { structureSlot } from '../shared/structure/slot.ts';

export const structures = structureSlot({
  id: 'structure',
  label: 'Structures',
  description: 'One model of each; sequences are taken from SEQRES lines or the polymer sequence of mmCIF',
  min: 1,
  max: 10,
  maxResidues: 3_000,
});

const closed = { additionalProperties: false };
const text = Type.Union([Type.String(), Type.Null()]);

export const summaryItem = Type.Object(
  {
    structure: Type.String(),
    file: Type.String(),
    model: Type.Integer(),
    residues: Type.Integer({ description: 'Amino acids and nucleotides in the file' }),
    atoms: Type.Integer({ description: 'In the file, with hydrogens' }),
    residues_added: Type.Integer(),
    residues_replaced: Type.Integer({ description: 'Modified residues that became their parent' }),
    heavy_atoms_added: Type.Integer({ description: 'Those of added residues included' }),
    hydrogens_added: Type.Integer(),
    closest_contact: Type.Union([Type.Number(), Type.Null()], {
      description:
        'Ångström between an added heavy atom and the nearest heavy atom of a residue that is not bonded to its own',
    }),
  },
  closed,
);

export const residueItem = Type.Object(
  {
    structure: Type.String(),
    chain: Type.String(),
    number: Type.Integer(),
    insertion: Type.String(),
    residue: Type.String({ description: 'Name in the file that was written' }),
    action: Type.Enum(['added', 'replaced', 'completed'], {
      description: 'added: the whole residue; replaced: a modified one by its parent; completed: missing heavy atoms',
    }),
    replaces: { ...text, description: 'The name in the input of a residue that was replaced' },
    added: Type.Array(Type.String(), { description: 'Names of the heavy atoms that were added' }),
    removed: Type.Array(Type.String(), { description: 'Names of the atoms that the parent does not have' }),
  },
  closed,
);

export const contract = {
  id: 'structure-repair',
  name: 'Repair structure',
  description: 'Adds missing atoms, loops and hydrogens, and turns modified residues into their parents (PDBFixer)',
  category: 'Structure',
  tags: [
    'pdbfixer',
    'openmm',
    'missing atoms',
    'loops',
    'hydrogens',
    'add missing atoms',
    'fix PDB',
    'mutated residues',
  ],
  version: '1.1.1',
  slots: [structures],
  settings: settingsOf({
    ...selectionSettings,
    missing_residues: Type.Enum(['none', 'internal', 'all'], {
      default: 'internal',
      description: 'Residues of the declared sequence without coordinates: those between others, or at the ends too',
    }),
    missing_atoms: Type.Boolean({ default: true, description: 'Complete residues that lack heavy atoms' }),
    modified: Type.Enum(['parent', 'keep'], {
      default: 'parent',
      description: 'Modified residues become the standard residue that they are made of, or stay',
    }),
    heterogens: Type.Enum(['keep', 'water', 'drop'], { default: 'keep', description: 'water keeps waters only' }),
    add_hydrogens: Type.Boolean({ default: true, description: 'Hydrogens of the input are always placed anew' }),
    ph: Type.Number({
      minimum: 0,
      maximum: 14,
      default: 7,
      description: 'Protonation states follow the pKa values of free amino acids',
    }),
    seed: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 }),
  }),
  ports: [
    filePort('structure', 'Repaired structures', { kind: 'structure', format: 'PDB' }),
    itemsPort('summary', 'What was added, by structure', summaryItem),
    itemsPort('residues', 'Residues that gained or lost heavy atoms', residueItem, false),
    ...notePorts,
  ],
  scenes: [{ id: 'repaired', label: 'Repaired structure', parts: [{ ports: ['structure'], look: 'chains' }] }],
  limits: { wallSeconds: 900, memoryMiB: 2048, cpuCores: 1, outputMiB: 256 },
  credit: { mode: 'fixed', base: 2, perUnit: 0, unit: 'structure' },
  citation: {
    text: 'Eastman P. et al., OpenMM 8: molecular dynamics simulation with machine learning potentials, J. Phys. Chem. B 128 (2024) 109-116; the program is PDBFixer',
    doi: '10.1021/acs.jpcb.3c06662',
    url: 'https://github.com/openmm/pdbfixer',
  },
  license: 'MIT',
  requires: [programs.python],
} satisfies ToolContract;
