import * as Type from 'typebox';
import type { ToolContract, ToolInputSlot } from '../contract.ts';
import { ligandSlot } from '../shared/ligands/slot.ts';
import { rejectedPort } from '../shared/moleculeTools.ts';
import { programs } from '../shared/native/programs.ts';
import { notePorts } from '../shared/notes.ts';
import { filePort, itemsPort } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';
import { MAX_MODEL_ATOMS } from '../shared/structure/limits.ts';
import { selectionSettings } from '../shared/structure/selectionSettings.ts';
import { structureSlot } from '../shared/structure/slot.ts';

const molecules = ligandSlot({ max: 100, maxRecords: 1_000, formats: [] });

/**
 * The slot may be empty where a structure is sent. PDBQT is not accepted: it has no bonds, charges or hydrogens on
 * carbon, and Open Babel would guess radicals.
 */
export const ligands = {
  ...molecules,
  min: 0,
  description: `${molecules.description}. A request has molecules here or a structure`,
} satisfies ToolInputSlot;

export const structure = structureSlot({
  id: 'structure',
  label: 'Structures with ligands',
  description: 'Files of PDB or mmCIF, which have no bond orders: those of their ligands come from the template',
  min: 0,
  max: 50,
  maxResidues: MAX_MODEL_ATOMS,
});

export const template = {
  ...molecules,
  id: 'template',
  label: 'Template',
  description: 'The molecule whose bond orders and charges the ligands of the structures get',
  min: 0,
  max: 1,
  capabilities: { ...molecules.capabilities, records: { min: 0, max: 1 } },
} satisfies ToolInputSlot;

export const moleculeItem = Type.Object(
  {
    name: Type.String(),
    smiles: Type.String({ description: 'Of the input, canonical' }),
    inchikey: Type.Union([Type.String(), Type.Null()]),
    heavy_atoms: Type.Integer(),
    file: Type.String({ description: 'Name of the file with the molecule' }),
  },
  { additionalProperties: false },
);

const optional = { required: false };

export const contract = {
  id: 'ligand-convert',
  name: 'Convert ligands',
  description:
    'Molecules, and ligands of structures, in the formats of docking and modelling: MOL2, PDB, PDBQT, SDF, SMILES, InChI, XYZ',
  category: 'Docking',
  tags: ['conversion', 'pdbqt', 'mol2', 'SMILES to SDF', 'convert molecules', 'open babel'],
  version: '2.2.1',
  slots: [ligands, structure, template],
  settings: settingsOf({
    to: Type.Enum(['MOL2', 'PDB', 'PDBQT', 'SDF', 'SMILES', 'INCHI', 'INCHIKEY', 'XYZ'], {
      default: 'SDF',
      description:
        'MOL2 and SDF require coordinates, PDB, PDBQT and XYZ such in three dimensions: ligand-prepare makes them',
    }),
    add_hydrogens: Type.Enum(['keep', 'add', 'remove'], {
      default: 'keep',
      description: 'Hydrogens in the output: those of the input, all, or none',
    }),
    ...selectionSettings,
  }),
  ports: [
    itemsPort('molecules', 'Converted molecules', moleculeItem),
    filePort('sdf', 'Molecules as SDF', { kind: 'ligand', format: 'SDF', ...optional }),
    filePort('mol2', 'Molecules as MOL2', { kind: 'ligand', format: 'MOL2', ...optional }),
    filePort('smiles', 'Molecules as SMILES', { kind: 'smiles', format: 'SMILES', ...optional }),
    filePort('inchi', 'InChI or InChIKey and name in each line', { format: 'TEXT', ...optional }),
    filePort('pdb', 'Molecules as PDB, a file each', { kind: 'structure', format: 'PDB', ...optional }),
    filePort('pdbqt', 'Molecules as PDBQT, a file each', { kind: 'ligand', format: 'PDBQT', ...optional }),
    filePort('xyz', 'Molecules as XYZ, a file each', { format: 'XYZ', ...optional }),
    rejectedPort,
    ...notePorts,
  ],
  limits: { wallSeconds: 600, memoryMiB: 768, cpuCores: 1, outputMiB: 256 },
  credit: { mode: 'fixed', base: 0, perUnit: 1, unit: 'started 1,000 molecules' },
  citation: {
    text: "O'Boyle N. M., Banck M., James C. A. et al., Open Babel: An open chemical toolbox, J. Cheminform. 3 (2011) 33",
    doi: '10.1186/1758-2946-3-33',
  },
  license: 'GPL-2.0-only',
  requires: [programs.obabel],
  exampleSettings: { to: 'INCHI' },
} satisfies ToolContract;
