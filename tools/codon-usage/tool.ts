import * as Type from 'typebox';
import type { ToolContract } from '../contract.ts';
import { geneticCodeNames, geneticCodes } from '../shared/geneticCodes.ts';
import { notePorts } from '../shared/notes.ts';
import { nucleotideSlot } from '../shared/nucleotideSlot.ts';
import { filePort, itemsPort } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';

const nullable = (description: string) => Type.Union([Type.Number(), Type.Null()], { description });

export const codonItem = Type.Object(
  {
    codon: Type.String(),
    amino_acid: Type.String({ description: 'One letter; * for a stop' }),
    count: Type.Integer({ description: 'In all sequences together' }),
    per_thousand: Type.Number({ description: 'Of all codons that were counted' }),
    fraction: nullable('Of the codons of its amino acid; null without any'),
    rscu: nullable(
      'Relative synonymous codon usage: 1 where all codons of the amino acid are as frequent; null for stops',
    ),
    adaptiveness: nullable(
      'Relative adaptiveness w in the reference genes; null without them, for stops and where no other codon is',
    ),
  },
  { additionalProperties: false },
);

export const sequenceItem = Type.Object(
  {
    sequence: Type.String(),
    codons: Type.Integer({ description: 'Codons of four known bases that were counted' }),
    left_out: Type.Integer({ description: 'Codons with an ambiguity code, which count nowhere' }),
    gc: nullable('Fraction of G and C in the codons'),
    gc1: nullable('At their first position'),
    gc2: nullable('At their second position'),
    gc3: nullable('At their third position'),
    internal_stops: Type.Integer(),
    cai: nullable('Codon adaptation index by the reference genes; null without them'),
  },
  { additionalProperties: false },
);

export const sequences = nucleotideSlot({ label: 'Coding sequences', description: 'Each begins with its first codon' });

export const reference = nucleotideSlot({
  id: 'reference',
  label: 'Reference genes',
  description: 'Coding sequences of highly expressed genes, from which the codon adaptation index is computed',
  min: 0,
});

export const contract = {
  id: 'codon-usage',
  name: 'Codon usage',
  description: 'Counts, RSCU and GC of codons, codon adaptation index',
  category: 'Sequence',
  tags: ['dna', 'codon', 'rscu', 'cai', 'codon bias'],
  version: '1.0.1',
  slots: [sequences, reference],
  settings: settingsOf({
    table: Type.Enum(geneticCodes, { default: 1, description: `Genetic code of NCBI: ${geneticCodeNames}` }),
  }),
  ports: [
    itemsPort('codons', 'Codons', codonItem),
    itemsPort('sequence_usage', 'Sequences', sequenceItem),
    filePort('codon_table', 'Codons as a table', { kind: 'table', format: 'TSV' }),
    ...notePorts,
  ],
  limits: { wallSeconds: 60, memoryMiB: 512, cpuCores: 1, outputMiB: 64 },
  credit: { mode: 'fixed', base: 1, perUnit: 0, unit: 'sequence' },
  citation: {
    text: 'Sharp P. M., Li W.-H., The codon adaptation index: a measure of directional synonymous codon usage bias, and its potential applications, Nucleic Acids Res. 15 (1987) 1281-1295',
    doi: '10.1093/nar/15.3.1281',
  },
  license: 'Apache-2.0',
  requires: [],
} satisfies ToolContract;
