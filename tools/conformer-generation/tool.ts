import { contentTypes } from '@rotamer/formats/formats.ts';
import * as Type from 'typebox';
import type { ToolContract, ToolInputSlot } from '../contract.ts';
import { stereoSettings, undefinedStereo } from '../shared/ligands/stereoSettings.ts';
import { onError, rejectedPort } from '../shared/moleculeTools.ts';
import { notePorts } from '../shared/notes.ts';
import { settingsOf } from '../shared/settings.ts';
import { plainCapabilities } from '../shared/slots.ts';

export const conformerItem = Type.Object(
  {
    name: Type.String(),
    conformer: Type.Integer({ minimum: 1, description: 'In the order of generation' }),
    energy_kcal_mol: Type.Union([Type.Number(), Type.Null()], {
      description: 'MMFF94 energy of the coordinates in the file; null where the force field has no finite one',
    }),
    minimized: Type.Boolean({ description: 'The coordinates are at a minimum of MMFF94' }),
    smiles: Type.String({ description: 'Of the molecule in three dimensions, canonical' }),
    undefined_stereo: undefinedStereo,
    rank: Type.Integer({ minimum: 1, description: 'Rank among the conformers of the molecule, lowest energy first' }),
  },
  { additionalProperties: false },
);

export const molecules = {
  id: 'molecules',
  label: 'Molecules',
  min: 1,
  max: 20,
  acceptedKinds: ['smiles', 'ligand'],
  acceptedFormats: ['SMILES', 'SDF', 'MOL'],
  defaultKind: 'smiles',
  capabilities: plainCapabilities({ min: 1, max: 200 }, { maxHeavyAtoms: 100, externalSources: ['pubchem'] }),
} satisfies ToolInputSlot;

export const contract = {
  id: 'conformer-generation',
  name: '3D conformers',
  description:
    'Conformers from the torsions of crystal structures (OpenChemLib), minimised with MMFF94; rings have one form each',
  category: 'Chemistry',
  tags: ['3d', 'mmff94', 'conformers', 'SMILES to SDF', 'SMILES to 3D', '3D structure of a molecule'],
  version: '2.1.0',
  slots: [molecules],
  settings: settingsOf({
    conformers: Type.Integer({
      minimum: 1,
      maximum: 50,
      default: 1,
      description: 'Maximum number of conformers per molecule',
    }),
    minimize: Type.Boolean({ default: true, description: 'Minimise each conformer with MMFF94' }),
    seed: Type.Integer({ minimum: 0, maximum: 2_147_483_647, default: 42 }),
    energy_window: Type.Number({
      minimum: 0,
      maximum: 50,
      default: 20,
      description: 'Conformers with an energy more than this above the lowest are dropped, kcal/mol',
    }),
    ...stereoSettings,
    max_minutes_per_molecule: Type.Number({
      minimum: 0.01,
      maximum: 30,
      default: 10,
      description:
        'A molecule that takes longer, its stereoisomers included, has the conformers that were made until then, and the next one goes on',
    }),
    on_error: onError,
  }),
  ports: [
    {
      id: 'conformers',
      label: 'Conformers of one molecule, lowest energy first',
      type: 'file',
      kind: 'ligand',
      format: 'SDF',
      contentType: contentTypes.SDF,
      required: true,
    },
    {
      id: 'energies',
      label: 'Energies',
      type: 'items',
      kind: 'table',
      format: 'JSON',
      contentType: contentTypes.JSON,
      required: true,
      schema: conformerItem,
    },
    rejectedPort,
    ...notePorts,
  ],
  limits: { wallSeconds: 1800, memoryMiB: 1024, cpuCores: 2, outputMiB: 256 },
  credit: { mode: 'metered_runtime', ratePerMinute: 3 },
  citation: {
    text: 'Halgren T. A., Merck molecular force field. I. Basis, form, scope, parameterization, and performance of MMFF94, J. Comput. Chem. 17 (1996) 490-519; Sander T., Freyss J., von Korff M., Rufener C., DataWarrior: An Open-Source Program For Chemistry Aware Data Visualization And Analysis, J. Chem. Inf. Model. 55 (2015) 460-473, 10.1021/ci500588j',
    doi: '10.1002/(SICI)1096-987X(199604)17:5/6<490::AID-JCC1>3.0.CO;2-P',
  },
  license: 'BSD-3-Clause',
  requires: [],
  executor: 'kubernetes',
} satisfies ToolContract;
