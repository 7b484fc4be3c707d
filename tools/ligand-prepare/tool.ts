import * as Type from 'typebox';
import type { ToolContract } from '../contract.ts';
import { preparationSettings } from '../shared/ligands/settings.ts';
import { ligandSlot } from '../shared/ligands/slot.ts';
import { stereoSettings } from '../shared/ligands/stereoSettings.ts';
import { rejectedPort } from '../shared/moleculeTools.ts';
import { programs } from '../shared/native/programs.ts';
import { notePorts } from '../shared/notes.ts';
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
    undefined_stereo: Type.String({
      description:
        'Stereocentres and double bonds that the input leaves open, by the numbers of atoms in the SDF: C3, C4=C5. The molecule here is one of the stereoisomers',
    }),
    removed_fragments: Type.String({
      description: 'SMILES of the counterions, solvents and other fragments that are left out',
    }),
    minimized: Type.Union([Type.Boolean(), Type.Null()], {
      description: 'Coordinates that were made here are at a minimum of MMFF94; null for those of the input',
    }),
    number: Type.Integer({ description: 'Number in the names of the files' }),
    isomer: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], {
      description: 'Second number in the names of the files; null where a molecule has one stereoisomer here',
    }),
    pdbqt_problem: Type.Union([Type.String(), Type.Null()], {
      description: 'Why there is no PDBQT: an element without an AutoDock atom type',
    }),
  },
  { additionalProperties: false },
);

export const contract = {
  id: 'ligand-prepare',
  name: 'Prepare ligands',
  description:
    'Charges molecules as at a pH (tautomers stay as drawn) and gives them three dimensions and AutoDock atom types',
  category: 'Docking',
  tags: ['pdbqt', 'protonation', '3d', 'prepare ligand', 'docking ligand', 'meeko'],
  version: '2.1.2',
  slots: [ligands],
  settings: settingsOf({
    ...preparationSettings,
    ...stereoSettings,
    generate_3d: Type.Enum(['auto', 'always', 'never'], {
      default: 'auto',
      description:
        'auto keeps coordinates that a file has in three dimensions; never rejects molecules without such. Docking keeps the form of each ring, of which one is made',
    }),
  }),
  ports: [
    itemsPort('ligands', 'Prepared molecules', ligandItem, true, { number: { title: 'File number' } }),
    filePort('ligand_sdf', 'Molecules with all hydrogens', { kind: 'ligand', format: 'SDF' }),
    filePort('ligand_pdbqt', 'Molecules for docking', { kind: 'ligand', format: 'PDBQT', required: false }),
    rejectedPort,
    ...notePorts,
  ],
  // A drug-like molecule takes 0.5 to 7 s, nearly all of it for the minimisation.
  limits: { wallSeconds: 3_600, memoryMiB: 1024, cpuCores: 1, outputMiB: 256 },
  credit: { mode: 'fixed', base: 0, perUnit: 1, unit: 'started 50 molecules' },
  citation: {
    text: "O'Boyle N. M., Banck M., James C. A. et al., Open Babel: An open chemical toolbox, J. Cheminform. 3 (2011) 33; coordinates by OpenChemLib: Sander T., Freyss J., von Korff M., Rufener C., J. Chem. Inf. Model. 55 (2015) 460-473, 10.1021/ci500588j",
    doi: '10.1186/1758-2946-3-33',
  },
  license: 'GPL-2.0-only AND BSD-3-Clause',
  requires: [programs.obabel],
} satisfies ToolContract;
