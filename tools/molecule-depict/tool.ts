import * as Type from 'typebox';
import type { ToolContract } from '../contract.ts';
import { nameTag, onError, rejectedPort, tagsField } from '../shared/moleculeTools.ts';
import { notePorts } from '../shared/notes.ts';
import { filePort, itemsPort } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';
import { moleculeSlot } from '../shared/slots.ts';

export const pictured = Type.Object(
  {
    file: Type.String({ description: 'Name of the picture' }),
    name: Type.String(),
    canonical_smiles: Type.String(),
    tags: tagsField,
  },
  { additionalProperties: false },
);

export const molecules = moleculeSlot({ maxRecords: 200 });

export const contract = {
  id: 'molecule-depict',
  name: '2D depiction',
  description: 'SVG with optional highlight',
  category: 'Chemistry',
  tags: ['svg', 'draw molecule', 'molecule picture', '2D structure'],
  version: '2.0.0',
  slots: [molecules],
  settings: settingsOf({
    width: Type.Integer({ minimum: 100, maximum: 1000, default: 300, description: 'Pixels' }),
    height: Type.Integer({ minimum: 100, maximum: 1000, default: 200, description: 'Pixels' }),
    highlight: Type.String({
      maxLength: 1000,
      default: '',
      description: 'SMARTS whose matches are highlighted, with the bonds between their atoms; empty for none',
    }),
    name_tag: nameTag,
    on_error: onError,
  }),
  ports: [
    filePort('svg', 'Picture of one molecule', { format: 'SVG' }),
    itemsPort('pictures', 'Which picture shows which molecule', pictured),
    rejectedPort,
    ...notePorts,
  ],
  limits: { wallSeconds: 60, memoryMiB: 512, cpuCores: 1, outputMiB: 128 },
  credit: { mode: 'fixed', base: 1, perUnit: 0, unit: 'molecule' },
  citation: { text: 'RDKit: Open-source cheminformatics', url: 'https://www.rdkit.org' },
  license: 'BSD-3-Clause',
  requires: [],
} satisfies ToolContract;
