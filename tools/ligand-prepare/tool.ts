import * as Type from 'typebox';
import type { ToolContract } from '../contract.ts';
import { preparationSettings } from '../shared/ligands/settings.ts';
import { ligandSlot } from '../shared/ligands/slot.ts';
import { rejectedPort } from '../shared/moleculeTools.ts';
import { programs } from '../shared/native/programs.ts';
import { filePort, itemsPort } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';

export const ligands = ligandSlot({ max: 100, maxRecords: 1_000, formats: [] });

export const ligandItem = Type.Object(
  {
    name: Type.String(),
    smiles: Type.String({ description: 'Of the prepared molecule, canonical' }),
    rotatable: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Rotatable bonds as docking counts them (TORSDOF); null without a PDBQT',
    }),
    charge: Type.Integer({ description: 'Formal charge' }),
    heavy_atoms: Type.Integer(),
    number: Type.Integer({ description: 'Number in the names of the files' }),
    pdbqt_problem: Type.Union([Type.String(), Type.Null()], {
      description: 'Why there is no PDBQT: an element without an AutoDock atom type',
    }),
  },
  { additionalProperties: false },
);

export const contract = {
  id: 'ligand-prepare',
  name: 'Prepare ligands',
  description: 'Protonates molecules and gives them three dimensions and AutoDock atom types',
  category: 'Docking',
  tags: ['pdbqt', 'protonation', '3d'],
  version: '1.0.0',
  slots: [ligands],
  settings: settingsOf({
    ...preparationSettings,
    generate_3d: Type.Enum(['auto', 'always', 'never'], {
      default: 'auto',
      description: 'auto keeps coordinates that a file has in three dimensions; never rejects molecules without such',
    }),
  }),
  ports: [
    itemsPort('ligands', 'Prepared molecules', ligandItem),
    filePort('ligand_sdf', 'Molecules with all hydrogens', { kind: 'ligand', format: 'SDF' }),
    filePort('ligand_pdbqt', 'Molecules for docking', { kind: 'ligand', format: 'PDBQT', required: false }),
    rejectedPort,
  ],
  // A drug-like molecule takes 0.5 to 7 s, of which nearly all is the search for a minimum.
  limits: { wallSeconds: 3_600, memoryMiB: 1024, cpuCores: 1, outputMiB: 256 },
  credit: { mode: 'fixed', base: 0, perUnit: 1, unit: 'started 50 molecules' },
  citation: {
    text: "O'Boyle N. M., Banck M., James C. A. et al., Open Babel: An open chemical toolbox, J. Cheminform. 3 (2011) 33",
    doi: '10.1186/1758-2946-3-33',
  },
  license: 'GPL-2.0-only',
  requires: [programs.obabel],
} satisfies ToolContract;
