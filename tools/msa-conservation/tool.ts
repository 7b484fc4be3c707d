import * as Type from 'typebox';
import type { ToolContract } from '../contract.ts';
import { alphabetSetting } from '../shared/msa/alphabetSetting.ts';
import { notePorts } from '../shared/notes.ts';
import { filePort, itemsPort, picturePort } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';
import { alignmentSlot } from '../shared/slots.ts';

const nullable = (description: string) => Type.Union([Type.Number(), Type.Null()], { description });

export const column = Type.Object(
  {
    column: Type.Integer({ minimum: 1 }),
    consensus: Type.String({
      description:
        "The most frequent known residue, the first in the alphabet of several; X (N of nucleotides) where no row has one, '-' " +
        'where all have a gap',
    }),
    frequency: Type.Number({ description: 'Fraction of all rows that have the consensus; 1 is an invariant column' }),
    known: Type.Integer({ description: 'Rows with a known residue: neither a gap nor an ambiguity code' }),
    frequency_of_known: nullable('Fraction of these rows that have the consensus; null without any'),
    gap_fraction: Type.Number({ description: 'Fraction of all rows that have a gap' }),
    entropy_bits: nullable('Shannon entropy of the known residues; null without any'),
    js_divergence: nullable(
      'Conservation from 0 to 1: Jensen-Shannon divergence from the background (BLOSUM62, or equal bases), times the part of the rows ' +
        'with a known residue; null without any',
    ),
  },
  { additionalProperties: false },
);

export const summary = Type.Object(
  {
    rows: Type.Integer(),
    columns: Type.Integer(),
    alphabet: Type.Enum(['protein', 'dna'], { description: 'What the letters were read as' }),
    invariant_columns: Type.Integer({ description: 'Columns where all rows have the same known residue' }),
    columns_with_few_gaps: Type.Integer({ description: 'Columns with a gap in at most 10 % of the rows' }),
    mean_entropy_bits: nullable('Over the columns with a known residue; null without any'),
    mean_identity: nullable('Mean of the identity matrix without its diagonal; null without the matrix'),
    consensus_length: Type.Integer({ description: 'Residues of the consensus sequence' }),
  },
  { additionalProperties: false },
);

export const alignment = alignmentSlot();

export const contract = {
  id: 'msa-conservation',
  name: 'Alignment conservation',
  description: 'per-column consensus, entropy, divergence, gaps; identity matrix',
  category: 'Alignment',
  tags: ['msa', 'conservation', 'conserved residues', 'entropy', 'consensus'],
  version: '2.0.0',
  slots: [alignment],
  settings: settingsOf({
    alphabet: alphabetSetting,
    weights: Type.Enum(['none', 'henikoff'], {
      default: 'none',
      description:
        'Weights of rows in entropy and divergence: all alike, or position-based after Henikoff, so that many similar rows count less',
    }),
    matrix: Type.Boolean({
      default: true,
      description: 'Write the identity of every pair of rows, over the columns where both have a known residue',
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
    filePort('consensus_nucleotides', 'Consensus of nucleotides, with T for U', {
      kind: 'dna',
      format: 'FASTA',
      required: false,
    }),
    picturePort('Conservation profile'),
    ...notePorts,
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
