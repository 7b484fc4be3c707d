import * as Type from 'typebox';
import type { ToolContract, ToolInputSlot } from '../contract.ts';
import { programs } from '../shared/native/programs.ts';
import { notePorts } from '../shared/notes.ts';
import { filePort, itemsPort } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';
import { plainCapabilities } from '../shared/slots.ts';

export const MAX_BASES = 20_000_000;

export const genome = {
  id: 'genome',
  label: 'Genomes',
  description: `Each file is one genome, whole or in contigs; at most ${MAX_BASES} bases together`,
  min: 1,
  max: 5,
  acceptedKinds: ['dna'],
  acceptedFormats: ['FASTA'],
  defaultKind: 'dna',
  capabilities: {
    ...plainCapabilities({ min: 1, max: 20_000 }, { maxResidues: MAX_BASES, externalSources: [] }),
    maxTotal: MAX_BASES,
  },
} satisfies ToolInputSlot;

const closed = { additionalProperties: false };

export const geneItem = Type.Object(
  {
    id: Type.String({ description: 'Name of the sequence and number of the gene in it' }),
    sequence: Type.String({ description: 'Name of the sequence that has the gene' }),
    start: Type.Integer({ description: 'Counted from 1, the lower end on both strands' }),
    end: Type.Integer({ description: 'With the stop codon' }),
    strand: Type.Enum(['+', '-']),
    score: Type.Number(),
    partial: Type.Boolean({ description: 'The gene runs over an end of the sequence' }),
    start_type: Type.String({ description: 'The start codon, or `Edge` where the sequence begins within the gene' }),
  },
  closed,
);

export const summaryItem = Type.Object(
  {
    sequences: Type.Integer(),
    bases: Type.Integer(),
    genes: Type.Integer(),
    mode: Type.Enum(['single', 'meta']),
  },
  closed,
);

export const contract = {
  id: 'prodigal-genes',
  name: 'Prodigal',
  description: 'Finds the genes of bacteria and archaea in their DNA',
  category: 'Sequence',
  tags: ['dna', 'genes', 'prokaryote', 'gene prediction', 'find genes', 'annotation', 'bacterial genes'],
  version: '1.1.0',
  slots: [genome],
  settings: settingsOf({
    mode: Type.Enum(['auto', 'single', 'meta'], {
      default: 'auto',
      description:
        'single learns from the genome, of at least 20,000 bases; meta takes what it knows of others, best for plasmids and viruses; auto is single from 100,000 bases',
    }),
    table: Type.Enum([1, 2, 3, 4, 5, 6, 9, 10, 11, 12, 13, 14, 15, 16, 21, 22, 23, 24, 25], {
      default: 11,
      description:
        'Genetic code of the mode single, by its NCBI number: 4 for Mycoplasma and Spiroplasma, 25 for Gracilibacteria; meta chooses 11 or 4 by itself',
    }),
    closed_ends: Type.Boolean({ default: false, description: 'No genes that run over an end' }),
    mask_n: Type.Boolean({ default: false, description: 'No genes across runs of N, which genes may span else' }),
    full_motif_scan: Type.Boolean({
      default: false,
      description: 'Look for any motif before starts, not only that of Shine and Dalgarno; of the mode single',
    }),
  }),
  ports: [
    itemsPort('summary', 'Counts for each genome', summaryItem),
    itemsPort('features', 'Genes, in the order of the genome', geneItem, false),
    filePort('proteins', 'Proteins of the genes', { kind: 'protein', format: 'FASTA', required: false }),
    filePort('genes', 'DNA of the genes', { kind: 'dna', format: 'FASTA', required: false }),
    filePort('gff', 'Genes as GFF3', { format: 'GFF3' }),
    ...notePorts,
  ],
  limits: { wallSeconds: 900, memoryMiB: 2048, cpuCores: 1, outputMiB: 512 },
  credit: { mode: 'fixed', base: 0, perUnit: 1, unit: 'started million bases' },
  citation: {
    text: 'Hyatt D. et al., Prodigal: prokaryotic gene recognition and translation initiation site identification, BMC Bioinformatics 11 (2010) 119',
    doi: '10.1186/1471-2105-11-119',
  },
  license: 'GPL-3.0-or-later',
  requires: [programs.prodigal],
  log: ['stderr'],
} satisfies ToolContract;
