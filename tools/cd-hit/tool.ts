import * as Type from 'typebox';
import type { ToolContract } from '../contract.ts';
import { programs } from '../shared/native/programs.ts';
import { filePort, itemsPort } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';
import { proteinSlot } from '../shared/slots.ts';

export const sequences = { ...proteinSlot({ maxRecords: 500_000, acceptedFormats: ['FASTA'] }), max: 500 };

/** Members in a row; the table has all of them. */
export const MAX_MEMBERS = 200;

const closed = { additionalProperties: false };

export const clusterItem = Type.Object(
  {
    cluster: Type.Integer({ minimum: 1 }),
    representative: Type.String(),
    size: Type.Integer({ minimum: 1 }),
    members: Type.Array(
      Type.Object({ id: Type.String(), identity: Type.Number({ description: 'With the representative' }) }, closed),
      { description: `At most ${MAX_MEMBERS}; the table has all` },
    ),
  },
  closed,
);

export const summaryItem = Type.Object(
  {
    sequences: Type.Integer(),
    clusters: Type.Integer(),
    left_out: Type.Integer({ description: 'Sequences not longer than `min_length`, which are in no cluster' }),
  },
  closed,
);

export const contract = {
  id: 'cd-hit',
  name: 'CD-HIT',
  description: 'Greedy clusters of similar proteins, with a representative of each',
  category: 'Clustering',
  tags: ['protein', 'redundancy'],
  version: '1.0.0',
  slots: [sequences],
  settings: settingsOf({
    identity: Type.Number({
      minimum: 0.4,
      maximum: 1,
      default: 0.9,
      description: 'Least identity with the representative',
    }),
    coverage: Type.Number({
      minimum: 0,
      maximum: 1,
      default: 0,
      description: 'Least fraction of the shorter sequence that is aligned',
    }),
    accurate: Type.Boolean({
      default: true,
      description: 'Into the most similar cluster instead of the first that fits',
    }),
    min_length: Type.Integer({
      minimum: 5,
      maximum: 1000,
      default: 10,
      description: 'Sequences of this length or less are left out',
    }),
  }),
  ports: [
    itemsPort('clusters', 'Clusters', clusterItem),
    filePort('representatives', 'Representatives', { kind: 'protein', format: 'FASTA' }),
    filePort('clusters_table', 'Members of the clusters as a table', { kind: 'table', format: 'TSV' }),
    itemsPort('summary', 'Counts', summaryItem),
  ],
  limits: { wallSeconds: 600, memoryMiB: 3072, cpuCores: 2, outputMiB: 1024 },
  credit: { mode: 'fixed', base: 0, perUnit: 1, unit: 'started 50,000 sequences' },
  citation: {
    text: 'Fu L., Niu B., Zhu Z., Wu S., Li W., CD-HIT: accelerated for clustering the next-generation sequencing data, Bioinformatics 28 (2012) 3150-3152',
    doi: '10.1093/bioinformatics/bts565',
  },
  license: 'GPL-2.0-or-later',
  requires: [programs.cdHit],
} satisfies ToolContract;
