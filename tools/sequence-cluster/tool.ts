import * as Type from 'typebox';
import type { ToolContract } from '../contract.ts';
import { notePorts } from '../shared/notes.ts';
import { filePort, itemsPort } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';
import { proteinSlot } from '../shared/slots.ts';

export const cluster = Type.Object(
  {
    cluster: Type.Integer({ minimum: 1, description: 'Numbered by the length of the representatives, longest first' }),
    representative: Type.String({ description: 'The longest sequence of the cluster' }),
    size: Type.Integer({ minimum: 1 }),
    members: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          identity: Type.Number({
            description: 'With the representative: identical residues / residues of the shorter',
          }),
        },
        { additionalProperties: false },
      ),
      { description: 'The representative first, then by identity' },
    ),
  },
  { additionalProperties: false },
);

export const sequences = proteinSlot({ maxRecords: 1000, acceptedFormats: ['FASTA'] });

export const contract = {
  id: 'sequence-cluster',
  name: 'Greedy sequence clustering',
  description: 'CD-HIT-like greedy clusters by true global identity, small sets',
  category: 'Clustering',
  tags: ['protein', 'redundancy', 'remove redundant sequences', 'cluster sequences'],
  version: '1.1.0',
  slots: [sequences],
  settings: settingsOf({
    identity: Type.Number({
      minimum: 0.3,
      maximum: 1,
      default: 0.9,
      description: 'Least identity with the representative: identical residues / residues of the shorter sequence',
    }),
    coverage: Type.Number({
      minimum: 0,
      maximum: 1,
      default: 0.8,
      description: 'Least fraction of the shorter sequence that is aligned with residues of the representative',
    }),
  }),
  ports: [
    itemsPort('clusters', 'Clusters', cluster),
    filePort('representatives', 'Representatives', { kind: 'protein', format: 'FASTA' }),
    filePort('clusters_table', 'Members of the clusters as a table', { kind: 'table', format: 'TSV' }),
    ...notePorts,
  ],
  limits: { wallSeconds: 600, memoryMiB: 512, cpuCores: 1, outputMiB: 128 },
  credit: { mode: 'fixed', base: 1, perUnit: 0, unit: 'sequence' },
  citation: {
    text: 'Li W., Godzik A., Cd-hit: a fast program for clustering and comparing large sets of protein or nucleotide sequences, Bioinformatics 22 (2006) 1658-1659',
    doi: '10.1093/bioinformatics/btl158',
  },
  license: 'Apache-2.0',
  requires: [],
} satisfies ToolContract;
