import * as Type from 'typebox';
import type { ToolContract } from '../contract.ts';
import { fingerprintSettings } from '../shared/fingerprints.ts';
import { nameTag, onError, rejectedPort, tagsField } from '../shared/moleculeTools.ts';
import { notePorts } from '../shared/notes.ts';
import { filePort, itemsPort } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';
import { moleculeSlot } from '../shared/slots.ts';

export const similarity = Type.Object(
  {
    query: Type.String(),
    name: Type.String(),
    smiles: Type.String({ description: 'Canonical' }),
    tanimoto: Type.Number({ minimum: 0, maximum: 1 }),
    tags: tagsField,
  },
  { additionalProperties: false },
);

export const queries = moleculeSlot({ id: 'queries', label: 'Queries', max: 20, maxRecords: 100 });
export const library = moleculeSlot({ id: 'library', label: 'Library', max: 20 });

export const contract = {
  id: 'molecule-similarity',
  name: 'Similarity search',
  description: 'Tanimoto ranking against queries',
  category: 'Chemistry',
  tags: ['fingerprint', 'similar molecules', 'tanimoto'],
  version: '2.0.0',
  slots: [queries, library],
  settings: settingsOf({
    ...fingerprintSettings,
    threshold: Type.Number({
      minimum: 0,
      maximum: 1,
      default: 0.3,
      description: 'Least Tanimoto coefficient of a hit',
    }),
    top: Type.Integer({ minimum: 1, maximum: 1000, default: 100, description: 'Hits of each query, the best ones' }),
    name_tag: nameTag,
    on_error: onError,
  }),
  ports: [
    itemsPort('similarities', 'Hits of each query, most similar first', similarity, false),
    filePort('hits', 'Molecules that are a hit of any query', { kind: 'smiles', format: 'SMILES', required: false }),
    filePort('hits_table', 'Hits as a table', { kind: 'table', format: 'TSV' }),
    rejectedPort,
    ...notePorts,
  ],
  limits: { wallSeconds: 300, memoryMiB: 512, cpuCores: 1, outputMiB: 64 },
  credit: { mode: 'fixed', base: 0, perUnit: 1, unit: 'started 1,000 molecules' },
  citation: { text: 'RDKit: Open-source cheminformatics', url: 'https://www.rdkit.org' },
  license: 'BSD-3-Clause',
  requires: [],
} satisfies ToolContract;
