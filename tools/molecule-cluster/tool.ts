import * as Type from 'typebox';
import type { ToolContract } from '../contract.ts';
import { fingerprintSettings } from '../shared/fingerprints.ts';
import { nameTag, onError, rejectedPort } from '../shared/moleculeTools.ts';
import { notePorts } from '../shared/notes.ts';
import { filePort, itemsPort } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';
import { moleculeSlot } from '../shared/slots.ts';

export const cluster = Type.Object(
  {
    cluster: Type.Integer({ minimum: 1, description: 'In the order in which they were found, largest first' }),
    centroid: Type.String(),
    size: Type.Integer({ minimum: 1 }),
    members: Type.Array(Type.String(), { description: 'Names, the centroid first' }),
  },
  { additionalProperties: false },
);

export const molecules = moleculeSlot({ minRecords: 2, maxRecords: 3000 });

export const contract = {
  id: 'molecule-cluster',
  name: 'Molecule clustering',
  description: 'Butina clusters',
  category: 'Chemistry',
  tags: ['clustering', 'diversity', 'cluster molecules', 'diverse subset', 'butina'],
  version: '2.0.0',
  slots: [molecules],
  settings: settingsOf({
    cutoff: Type.Number({
      minimum: 0.05,
      maximum: 0.95,
      default: 0.35,
      description: 'Greatest distance (1 - Tanimoto coefficient) of a member from its centroid',
    }),
    ...fingerprintSettings,
    name_tag: nameTag,
    on_error: onError,
  }),
  ports: [
    itemsPort('clusters', 'Clusters', cluster),
    filePort('centroids', 'Centroids', { kind: 'smiles', format: 'SMILES' }),
    filePort('members', 'Cluster of each molecule as a table', { kind: 'table', format: 'TSV' }),
    rejectedPort,
    ...notePorts,
  ],
  limits: { wallSeconds: 300, memoryMiB: 512, cpuCores: 1, outputMiB: 64 },
  credit: { mode: 'fixed', base: 0, perUnit: 1, unit: 'started 1,000 molecules' },
  citation: {
    text: "Butina D., Unsupervised data base clustering based on Daylight's fingerprint and Tanimoto similarity, J. Chem. Inf. Comput. Sci. 39 (1999) 747-750",
    doi: '10.1021/ci9803381',
  },
  license: 'BSD-3-Clause',
  requires: [],
} satisfies ToolContract;
