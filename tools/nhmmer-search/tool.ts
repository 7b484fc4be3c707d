import { formatsOf } from '@rotamer/formats/formats.ts';
import * as Type from 'typebox';
import type { ToolContract, ToolInputSlot } from '../contract.ts';
import { filterSettings } from '../shared/datasets/filterSettings.ts';
import { datasetSetting } from '../shared/datasets/setting.ts';
import { matchedSlot } from '../shared/native/matches.ts';
import { programs } from '../shared/native/programs.ts';
import { notePorts } from '../shared/notes.ts';
import { filePort, itemsPort, picturePort } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';
import { plainCapabilities } from '../shared/slots.ts';

export const query = {
  id: 'query',
  label: 'Query',
  description: 'Sequences or profiles, each searched by itself, or one alignment, of DNA or RNA',
  min: 1,
  max: 1,
  acceptedKinds: ['dna', 'rna', 'msa', 'hmm'],
  acceptedFormats: ['FASTA', 'TEXT', ...formatsOf.msa, 'HMM'],
  defaultKind: 'dna',
  capabilities: plainCapabilities(
    { min: 1, max: 10_000 },
    { maxResidues: 10_000, maxColumns: 20_000, externalSources: [] },
  ),
} satisfies ToolInputSlot;

const matched = matchedSlot(['dna', 'rna']);

export const database = {
  ...matched,
  defaultKind: 'dna',
  capabilities: { ...matched.capabilities, externalSources: [] },
} satisfies ToolInputSlot;

const closed = { additionalProperties: false };

export const hitItem = Type.Object(
  {
    query: Type.String(),
    target: Type.String({ description: 'Sequence of the database' }),
    description: Type.String({ description: 'What the header of the sequence says after its name' }),
    strand: Type.Enum(['+', '-'], { description: 'Of the sequence of the database' }),
    start: Type.Integer({
      description: 'Of the alignment in the sequence, counted from 1; greater than `end` on the reverse strand',
    }),
    end: Type.Integer(),
    envelope_start: Type.Integer({ description: 'Of the region that belongs to the hit, also beyond the alignment' }),
    envelope_end: Type.Integer(),
    target_length: Type.Integer(),
    query_start: Type.Integer({ description: 'In the query or profile' }),
    query_end: Type.Integer(),
    evalue: Type.Number(),
    score: Type.Number({ description: 'Bits' }),
    bias: Type.Number({ description: 'Bits that the composition of the region explains' }),
  },
  closed,
);

export type Hit = Type.Static<typeof hitItem>;

const summaryItem = Type.Object(
  {
    query: Type.String(),
    length: Type.Integer({ description: 'Residues of the query, or match states of its profile' }),
    hits: Type.Integer({ description: 'Rows; a sequence may have several' }),
    targets: Type.Integer({ description: 'Different sequences among them' }),
    searched: Type.Integer({ description: 'Sequences of the database' }),
  },
  closed,
);

const threshold = (initial: number, description: string) =>
  Type.Number({ minimum: 1e-300, maximum: 1000, default: initial, description });

export const contract = {
  id: 'nhmmer-search',
  name: 'nhmmer',
  description: 'Finds homologs of DNA or RNA in nucleotide sequences, with a sequence, an alignment or a profile',
  category: 'Search',
  tags: ['homology', 'hmm', 'dna', 'rna', 'similar sequences', 'rfam'],
  version: '1.1.0',
  slots: [query, database],
  dataset: { setting: 'database', slot: database.id, kinds: ['nucleotide-sequences'] },
  settings: settingsOf({
    database: datasetSetting('Nucleotide sequences'),
    ...filterSettings,
    evalue: threshold(1e-3, 'Largest E-value of a hit (-E)'),
    inclusion_evalue: threshold(0.01, 'Largest E-value of what the alignment has (--incE)'),
    cutoffs: Type.Enum(['none', 'ga', 'tc', 'nc'], {
      default: 'none',
      description:
        "The profile's own bit scores instead of E-values: ga (gathering, as Rfam and Dfam use it), tc (trusted) or nc (noise); the profile must have them",
    }),
    strand: Type.Enum(['both', 'plus', 'minus'], {
      default: 'both',
      description: 'Of the database; minus is the reverse strand',
    }),
    max_hits: Type.Integer({ minimum: 1, maximum: 10_000, default: 1000, description: 'Most hits of each query' }),
    max_sensitivity: Type.Boolean({
      default: false,
      description: 'Without the filters that make searches fast (--max): many times slower',
    }),
    bias_filter: Type.Boolean({
      default: true,
      description: 'Leave out regions that match by their composition alone; without it (--nobias) slower',
    }),
    database_size: Type.Number({
      minimum: 0,
      maximum: 1_000_000,
      default: 0,
      description:
        'Million bases that E-values are for (-Z), to compare searches of parts of a database; 0 is those that are searched',
    }),
  }),
  ports: [
    itemsPort('summary', 'Number of hits of each query', summaryItem),
    itemsPort('hits', 'Hits, best first for each query', hitItem, false),
    filePort('matched_nucleotides', 'The regions that were matched, as they were read', {
      kind: 'dna',
      format: 'FASTA',
      required: false,
    }),
    filePort('hits_alignment', 'Alignment of the hits', { kind: 'msa', format: 'STOCKHOLM', required: false }),
    filePort('hits_table', 'Hits as a table', { kind: 'table', format: 'TSV' }),
    picturePort('Hits along a query', false),
    ...notePorts,
  ],
  limits: { wallSeconds: 3600, memoryMiB: 2048, cpuCores: 2, outputMiB: 1024 },
  credit: { mode: 'metered_runtime', ratePerMinute: 2 },
  citation: {
    text: 'Wheeler T. J. and Eddy S. R., nhmmer: DNA homology search with profile HMMs, Bioinformatics 29 (2013) 2487-2489',
    doi: '10.1093/bioinformatics/btt403',
  },
  license: 'BSD-3-Clause',
  requires: [programs.nhmmer],
  log: ['stdout', 'stderr'],
} satisfies ToolContract;
