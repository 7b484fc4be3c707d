import * as Type from 'typebox';
import type { ToolContract, ToolInputSlot } from '../contract.ts';
import { onError, rejectedPort } from '../shared/moleculeTools.ts';
import { settingsOf } from '../shared/settings.ts';
import { plainCapabilities } from '../shared/slots.ts';
import { contentTypes } from '../shared/vocabulary.ts';

export const conformerItem = Type.Object(
  {
    name: Type.String(),
    conformer: Type.Integer({ minimum: 1, description: 'In the order of generation' }),
    energy_kcal_mol: Type.Union([Type.Number(), Type.Null()], {
      description: 'MMFF94 energy; null where the force field has no finite one',
    }),
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
  description: 'OpenChemLib torsion-driven conformers + MMFF94',
  category: 'Chemistry',
  tags: ['3d', 'mmff94'],
  version: '1.0.0',
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
  ],
  limits: { wallSeconds: 1800, memoryMiB: 1024, cpuCores: 2, outputMiB: 256 },
  credit: { mode: 'metered_runtime', ratePerMinute: 3 },
  citation: {
    text: 'Wahl J., Freyss J., von Korff M., Sander T., Accuracy evaluation and addition of improved dihedral parameters for the MMFF94s, J. Cheminform. 11 (2019) 53',
    doi: '10.1186/s13321-019-0371-6',
  },
  license: 'BSD-3-Clause',
  requires: [],
  executor: 'kubernetes',
} satisfies ToolContract;
