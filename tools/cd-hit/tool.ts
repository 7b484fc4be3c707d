import * as Type from 'typebox';
import type { ToolContract, ToolInputSlot } from '../contract.ts';
import { programs } from '../shared/native/programs.ts';
import { notePorts } from '../shared/notes.ts';
import { filePort, itemsPort } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';
import { proteinSlot } from '../shared/slots.ts';

export const sequences = {
  ...proteinSlot({ maxRecords: 500_000, acceptedFormats: ['FASTA'] }),
  label: 'Protein or DNA sequences',
  acceptedKinds: ['protein', 'dna'],
  max: 500,
} satisfies ToolInputSlot;

/** Maximum number of members in a row. The table has all members. */
export const MAX_MEMBERS = 200;

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
          identity: Type.Number({
            description: 'With the representative: identical residues / residues of the shorter sequence',
          }),
        },
        closed,
      ),
      { description: `At most ${MAX_MEMBERS}; the table has all` },
    ),
  },
  closed,
);

export const summaryItem = Type.Object(
  {
    sequences: Type.Integer(),
    clusters: Type.Integer(),
    left_out: Type.Integer({
      description:
        'Sequences in no cluster: those not longer than `min_length`, and those of which less than half is known',
    }),
  },
  closed,
);

const fraction = (description: string) => Type.Number({ minimum: 0, maximum: 1, default: 0, description });

export const contract = {
  id: 'cd-hit',
  name: 'CD-HIT',
  description: 'Greedy clusters of similar proteins or DNA, with a representative of each',
  category: 'Clustering',
  tags: ['protein', 'dna', 'redundancy', 'remove redundant sequences', 'cluster sequences', 'nonredundant'],
  version: '1.1.0',
  slots: [sequences],
  settings: settingsOf({
    identity: Type.Number({
      minimum: 0.4,
      maximum: 1,
      default: 0.9,
      description:
        'Least identity with the representative: identical residues / residues of the shorter sequence. So a part of a sequence is identical to the whole, and at 1 members may be shorter; ask for a coverage of the longer one, or a length, against that. From 0.4 for proteins, from 0.75 for DNA',
    }),
    coverage: fraction('Least fraction of the shorter sequence that is aligned (-aS)'),
    coverage_longer: fraction('Least fraction of the longer sequence that is aligned (-aL)'),
    length_difference: fraction(
      'Least length of a member, as a fraction of its representative (-s); 1 is of equal length alone',
    ),
    both_strands: Type.Boolean({ default: true, description: 'DNA is compared on both strands' }),
    word_length: Type.Integer({
      minimum: 0,
      maximum: 11,
      default: 0,
      description:
        "Of the words by which sequences are compared first; 0 is what CD-HIT's guide gives for the identity",
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
    filePort('representatives', 'Representatives', { kind: 'protein', format: 'FASTA', required: false }),
    filePort('representative_nucleotides', 'Representatives of DNA', { kind: 'dna', format: 'FASTA', required: false }),
    filePort('clstr', "Clusters in CD-HIT's own format", { format: 'TEXT' }),
    filePort('clusters_table', 'Members of the clusters as a table', { kind: 'table', format: 'TSV' }),
    itemsPort('summary', 'Counts', summaryItem),
    ...notePorts,
  ],
  limits: { wallSeconds: 600, memoryMiB: 3072, cpuCores: 2, outputMiB: 1024 },
  credit: { mode: 'fixed', base: 0, perUnit: 1, unit: 'started 50,000 sequences' },
  citation: {
    text: 'Fu L., Niu B., Zhu Z., Wu S., Li W., CD-HIT: accelerated for clustering the next-generation sequencing data, Bioinformatics 28 (2012) 3150-3152',
    doi: '10.1093/bioinformatics/bts565',
  },
  license: 'GPL-2.0-or-later',
  requires: [programs.cdHit, programs.cdHitEst],
  log: ['stdout', 'stderr'],
} satisfies ToolContract;
