import * as Type from 'typebox';
import type { ToolContract } from '../contract.ts';
import { programs } from '../shared/native/programs.ts';
import { notePorts } from '../shared/notes.ts';
import { itemsPort, picturePort } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';
import { selectionSettings } from '../shared/structure/selectionSettings.ts';
import { structureSlot } from '../shared/structure/slot.ts';

export const structures = structureSlot({
  id: 'structure',
  label: 'Structures',
  description: 'One model of each, with its whole backbone (N, CA, C, O)',
  min: 1,
  max: 20,
});

export const scoreItem = Type.Object(
  {
    structure: Type.String(),
    score: Type.Number({ description: '0 to 1; good experimental structures of soluble proteins have more than 0.4' }),
    residues: Type.Integer(),
    atoms: Type.Integer(),
  },
  { additionalProperties: false },
);

export const contract = {
  id: 'structure-quality',
  name: 'VoroMQA',
  description: 'How likely the contacts between the atoms of a model are, as in known structures',
  category: 'Structure',
  tags: ['model quality', 'voromqa', 'voronoi', 'model validation', 'validate structure'],
  version: '1.2.1',
  slots: [structures],
  settings: settingsOf(selectionSettings),
  ports: [itemsPort('quality', 'Scores, best first', scoreItem), picturePort('Scores side by side'), ...notePorts],
  scenes: [
    {
      id: 'structure',
      label: 'Structure',
      parts: [{ ports: [], slot: 'structure', look: 'chains' }],
    },
  ],
  limits: { wallSeconds: 300, memoryMiB: 512, cpuCores: 1, outputMiB: 16 },
  credit: { mode: 'fixed', base: 1, perUnit: 0, unit: 'structure' },
  citation: {
    text: 'Olechnovič K., Venclovas Č., VoroMQA: Assessment of protein structure quality using interatomic contact areas, Proteins 85 (2017) 1131-1145',
    doi: '10.1002/prot.25278',
  },
  license: 'MIT',
  requires: [programs.voromqa],
} satisfies ToolContract;
