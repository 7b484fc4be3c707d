import * as Type from 'typebox';
import type { ToolContract } from '../contract.ts';
import { filePort, itemsPort, picturePort } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';
import { alignmentSlot } from '../shared/slots.ts';

export const column = Type.Object(
  {
    column: Type.Integer({ minimum: 1 }),
    consensus: Type.String({
      description: "The most frequent residue, the first in the alphabet of several; '-' without any",
    }),
    frequency: Type.Number({ description: 'Fraction of all rows that have the consensus; 1 is an invariant column' }),
    gap_fraction: Type.Number(),
    entropy_bits: Type.Number({ description: 'Shannon entropy of the residues, gaps not counted' }),
  },
  { additionalProperties: false },
);

export const summary = Type.Object(
  {
    rows: Type.Integer(),
    columns: Type.Integer(),
    invariant_columns: Type.Integer(),
    columns_with_few_gaps: Type.Integer({ description: 'Columns with a gap in at most 10 % of the rows' }),
    mean_entropy_bits: Type.Number({ description: 'Over the columns with a residue' }),
    mean_identity: Type.Union([Type.Number(), Type.Null()], {
      description: 'Mean of the identity matrix without its diagonal; null without the matrix',
    }),
    consensus_length: Type.Integer({ description: 'Residues of the consensus sequence' }),
  },
  { additionalProperties: false },
);

export const alignment = alignmentSlot();

export const contract = {
  id: 'msa-conservation',
  name: 'Alignment conservation',
  description: 'per-column consensus, entropy, gaps; identity matrix',
  category: 'Alignment',
  tags: ['msa', 'conservation'],
  version: '1.1.0',
  slots: [alignment],
  settings: settingsOf({
    matrix: Type.Boolean({
      default: true,
      description: 'Write the identity of every pair of rows, over the columns where both have a residue',
    }),
  }),
  ports: [
    itemsPort('columns', 'Columns', column),
    itemsPort('summary', 'Summary', summary),
    filePort('identity_matrix', 'Identity of every pair of rows', { kind: 'table', format: 'TSV', required: false }),
    filePort('consensus', 'Consensus of the columns with a residue in at least half of the rows', {
      kind: 'protein',
      format: 'FASTA',
      required: false,
    }),
    picturePort('Conservation profile'),
  ],
  limits: { wallSeconds: 60, memoryMiB: 512, cpuCores: 1, outputMiB: 128 },
  credit: { mode: 'fixed', base: 1, perUnit: 0, unit: 'alignment' },
  citation: {
    text: 'Schneider T. D., Stephens R. M., Sequence logos: a new way to display consensus sequences, Nucleic Acids Res. 18 (1990) 6097-6100',
    doi: '10.1093/nar/18.20.6097',
  },
  license: 'Apache-2.0',
  requires: [],
} satisfies ToolContract;
