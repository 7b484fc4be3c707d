import * as Type from 'typebox';
import type { ToolContract } from '../contract.ts';
import { onError, rejectedPort } from '../shared/moleculeTools.ts';
import { filePort } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';
import { moleculeSlot } from '../shared/slots.ts';

export const molecules = moleculeSlot({ maxRecords: 200 });

export const contract = {
  id: 'molecule-depict',
  name: '2D depiction',
  description: 'SVG with optional highlight',
  category: 'Chemistry',
  tags: ['svg'],
  version: '1.0.0',
  slots: [molecules],
  settings: settingsOf({
    width: Type.Integer({ minimum: 100, maximum: 1000, default: 300, description: 'Pixels' }),
    height: Type.Integer({ minimum: 100, maximum: 1000, default: 200, description: 'Pixels' }),
    highlight: Type.String({
      maxLength: 1000,
      default: '',
      description: 'SMARTS whose matches are highlighted; empty for none',
    }),
    on_error: onError,
  }),
  ports: [filePort('svg', 'Picture of one molecule', { format: 'SVG' }), rejectedPort],
  limits: { wallSeconds: 60, memoryMiB: 512, cpuCores: 1, outputMiB: 128 },
  credit: { mode: 'fixed', base: 1, perUnit: 0, unit: 'molecule' },
  citation: { text: 'RDKit: Open-source cheminformatics', url: 'https://www.rdkit.org' },
  license: 'BSD-3-Clause',
  requires: [],
} satisfies ToolContract;
