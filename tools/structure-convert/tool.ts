import * as Type from 'typebox';
import type { ToolContract } from '../contract.ts';
import { programs } from '../shared/native/programs.ts';
import { notePorts } from '../shared/notes.ts';
import { filePort, itemsPort } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';
import { MAX_MODEL_ATOMS } from '../shared/structure/limits.ts';
import { structureSlot } from '../shared/structure/slot.ts';

export const structures = structureSlot({
  id: 'structure',
  label: 'Structures',
  description: 'All models of each',
  min: 1,
  max: 20,
  maxResidues: MAX_MODEL_ATOMS,
});

export const convertedItem = Type.Object(
  {
    structure: Type.String(),
    file: Type.String(),
    atoms_in: Type.Integer({ description: 'In the first model' }),
    atoms_out: Type.Integer({ description: 'In the first model of what was written' }),
    models: Type.Integer({ description: 'Of what was written' }),
  },
  { additionalProperties: false },
);

export const contract = {
  id: 'structure-convert',
  name: 'Convert structures',
  description: 'Structures from PDB and mmCIF to PDB, mmCIF or mmJSON by Gemmi, whole or a selection of them',
  category: 'Structure',
  tags: ['conversion', 'mmcif', 'pdb', 'gemmi', 'PDB to mmCIF', 'convert structure'],
  version: '2.0.1',
  slots: [structures],
  settings: settingsOf({
    to: Type.Enum(['PDB', 'MMCIF', 'MMJSON'], { default: 'MMCIF' }),
    remove_waters: Type.Boolean({ default: false }),
    remove_ligands_waters: Type.Boolean({ default: false }),
    remove_hydrogens: Type.Boolean({ default: false }),
    select: Type.String({
      default: '',
      pattern: '^([A-Za-z0-9/,:()*.;!-]{1,100})?$',
      description: 'What to keep, in the syntax of Gemmi, such as A//CA; empty: everything',
    }),
  }),
  ports: [
    itemsPort('converted', 'What was converted', convertedItem),
    filePort('pdb', 'Structures as PDB', { kind: 'structure', format: 'PDB', required: false }),
    filePort('mmcif', 'Structures as mmCIF', { kind: 'structure', format: 'MMCIF', required: false }),
    filePort('mmjson', 'Structures as mmJSON', { format: 'JSON', required: false }),
    ...notePorts,
  ],
  limits: { wallSeconds: 60, memoryMiB: 768, cpuCores: 1, outputMiB: 512 },
  credit: { mode: 'fixed', base: 1, perUnit: 0, unit: 'structure' },
  citation: {
    text: 'Wojdyr M., GEMMI: A library for structural biology, J. Open Source Softw. 7 (2022) 4200',
    doi: '10.21105/joss.04200',
  },
  license: 'MPL-2.0 OR LGPL-3.0-only',
  requires: [programs.python],
} satisfies ToolContract;
