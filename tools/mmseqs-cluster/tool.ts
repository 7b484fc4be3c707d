import * as Type from 'typebox';
import { MAX_MEMBERS } from '../cd-hit/tool.ts';
import type { ToolContract } from '../contract.ts';
import { programs } from '../shared/native/programs.ts';
import { notePorts } from '../shared/notes.ts';
import { filePort, itemsPort } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';
import { proteinSlot } from '../shared/slots.ts';

export const sequences = { ...proteinSlot({ maxRecords: 500_000, acceptedFormats: ['FASTA'] }), max: 500 };

const closed = { additionalProperties: false };

export const clusterItem = Type.Object(
  {
    cluster: Type.Integer({ minimum: 1 }),
    representative: Type.String(),
    size: Type.Integer({ minimum: 1 }),
    members: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          identity: Type.Union([Type.Number(), Type.Null()], {
            description:
              'With the representative, of the alignment that MMseqs2 makes of both; null where it makes none',
          }),
        },
        closed,
      ),
      { description: `At most ${MAX_MEMBERS}; the table has all` },
    ),
  },
  closed,
);

export const summaryItem = Type.Object({ sequences: Type.Integer(), clusters: Type.Integer() }, closed);

export const contract = {
  id: 'mmseqs-cluster',
  name: 'MMseqs2 clustering',
  description: 'Clusters of similar proteins in large sets, with a representative of each',
  category: 'Clustering',
  tags: ['protein', 'redundancy', 'mmseqs2', 'remove redundant sequences', 'cluster sequences'],
  version: '1.1.1',
  slots: [sequences],
  settings: settingsOf({
    identity: Type.Number({
      minimum: 0,
      maximum: 1,
      default: 0.5,
      description: 'Least identity with the representative',
    }),
    coverage: Type.Number({
      minimum: 0,
      maximum: 1,
      default: 0.8,
      description: 'Least fraction that is aligned, of what `cov_mode` says',
    }),
    cov_mode: Type.Integer({
      minimum: 0,
      maximum: 5,
      default: 0,
      description:
        '0: aligned, of both sequences; 1: of the member; 2: of the representative; 3 to 5: length of the member / of the representative / of the shorter and the longer',
    }),
    cluster_mode: Type.Integer({
      minimum: 0,
      maximum: 2,
      default: 0,
      description: '0: greedy set cover, 1: connected components, 2: greedy by length, as CD-HIT',
    }),
    cluster_reassign: Type.Boolean({
      default: false,
      description:
        'Put members that a later step left without the identity or coverage asked for into a cluster that fits',
    }),
    sensitivity: Type.Number({
      minimum: 1,
      maximum: 7.5,
      default: 4,
      description: '1 is fastest, 7.5 finds the most distant members; not of linclust',
    }),
    linclust: Type.Boolean({
      default: false,
      description: 'In time proportional to the number of sequences; less sensitive below an identity of 0.5',
    }),
  }),
  ports: [
    itemsPort('clusters', 'Clusters', clusterItem),
    filePort('representatives', 'Representatives', { kind: 'protein', format: 'FASTA' }),
    filePort('clusters_table', 'Members of the clusters as a table', { kind: 'table', format: 'TSV' }),
    itemsPort('summary', 'Counts', summaryItem),
    ...notePorts,
  ],
  // MMseqs2 uses 0.9 GiB even for a few sequences.
  limits: { wallSeconds: 1800, memoryMiB: 4096, cpuCores: 2, outputMiB: 4096 },
  credit: { mode: 'metered_runtime', ratePerMinute: 3 },
  citation: {
    text: 'Steinegger M., Soding J., MMseqs2 enables sensitive protein sequence searching for the analysis of massive data sets, Nat. Biotechnol. 35 (2017) 1026-1028',
    doi: '10.1038/nbt.3988',
    also: [
      {
        text: 'Steinegger M., Soding J., Clustering huge protein sequence sets in linear time, Nat. Commun. 9 (2018) 2542',
        doi: '10.1038/s41467-018-04964-5',
        when: 'with linclust',
      },
    ],
  },
  license: 'GPL-3.0-only',
  requires: [programs.mmseqs],
  log: ['stdout', 'stderr'],
} satisfies ToolContract;
