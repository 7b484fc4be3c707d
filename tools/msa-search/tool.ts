import * as Type from 'typebox';
import type { ToolContract } from '../contract.ts';
import { filterSettings } from '../shared/datasets/filterSettings.ts';
import { datasetSetting } from '../shared/datasets/setting.ts';
import { matchedSlot, queriesSlot } from '../shared/native/matches.ts';
import { programs } from '../shared/native/programs.ts';
import { notePorts } from '../shared/notes.ts';
import { filePort, itemsPort, picturePort } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';

export const queries = { ...queriesSlot(['protein']), label: 'Query proteins' };
queries.capabilities = { ...queries.capabilities, maxResidues: 35_000 };
export const database = matchedSlot(['protein']);

const closed = { additionalProperties: false };

const summaryItem = Type.Object(
  {
    query: Type.String(),
    length: Type.Integer({ description: 'Residues of the query' }),
    rows: Type.Integer({ description: 'Rows of the alignment besides the query' }),
    sequences: Type.Integer({ description: 'Different sequences among them' }),
    coverage: Type.Number({ description: 'Mean part of the query that a row covers, in percent' }),
    searched: Type.Integer({ description: 'Sequences of the database' }),
  },
  closed,
);

export const rowItem = Type.Object(
  {
    query: Type.String(),
    target: Type.String(),
    bitscore: Type.Integer(),
    identity: Type.Number({ description: 'Fraction of identical residues in the alignment' }),
    evalue: Type.Number({ description: 'Against the profile of the query' }),
    qstart: Type.Integer({ description: 'In the query, counted from 1' }),
    qend: Type.Integer(),
    qlen: Type.Integer(),
    tstart: Type.Integer({ description: 'In the sequence of the database, counted from 1' }),
    tend: Type.Integer(),
    tlen: Type.Integer(),
  },
  closed,
);

const fraction = (description: string, usual: number) =>
  Type.Number({ minimum: 0, maximum: 1, default: usual, description });

export const contract = {
  id: 'msa-search',
  name: 'Alignment search',
  description:
    'Makes the alignment of homologs that structure predictors take, from queries, with MMseqs2 as ColabFold does',
  category: 'Search',
  tags: [
    'homology',
    'msa',
    'mmseqs2',
    'colabfold',
    'alphafold',
    'alignment for structure prediction',
    'fold prediction',
    'a3m',
  ],
  version: '1.1.0',
  slots: [queries, database],
  dataset: { setting: 'database', slot: database.id, kinds: ['protein-sequences'] },
  settings: settingsOf({
    database: datasetSetting('Proteins'),
    ...filterSettings,
    sensitivity: Type.Number({
      minimum: 1,
      maximum: 9,
      default: 8,
      description: '1 is fastest; 8 finds the most distant homologs, as ColabFold searches',
    }),
    iterations: Type.Integer({
      minimum: 2,
      maximum: 5,
      default: 3,
      description: 'Rounds of the search; each searches with the profile of the hits of the round before',
    }),
    evalue: Type.Number({
      minimum: 1e-300,
      maximum: 1000,
      default: 0.1,
      description: 'Largest E-value of a hit of the search',
    }),
    max_seqs: Type.Integer({
      minimum: 1,
      maximum: 100_000,
      default: 10_000,
      description: 'Most sequences of each query that pass the prefilter',
    }),
    align_evalue: Type.Number({
      minimum: 1e-300,
      maximum: 1000,
      default: 10,
      description: 'Largest E-value of a row when the hits are aligned with the profile again',
    }),
    filter: Type.Boolean({
      default: true,
      description: 'Filter the rows as ColabFold does: by score, and by diversity where there are more than 1,000',
    }),
    min_score_per_column: Type.Number({
      minimum: -20,
      maximum: 5,
      default: 0.8,
      description: 'Least score of a row for each aligned residue, where there are more than 100 rows (--qsc)',
    }),
    max_identity: fraction('Rows more alike than this count as one, where there are more than 1,000 rows', 0.95),
    diversity: Type.Integer({
      minimum: 0,
      maximum: 100_000,
      default: 3000,
      description: 'Least number of rows that filtering leaves in each block of 50 columns (--diff); 0 leaves all',
    }),
    min_coverage: fraction('Least part of the query that a row covers', 0),
    mask: Type.Boolean({ default: true, description: 'Regions of low complexity start no alignment' }),
  }),
  ports: [
    itemsPort('summary', 'Alignment of each query', summaryItem),
    filePort('alignment', 'Alignment of each query, which is its first row', { kind: 'msa', format: 'A3M' }),
    itemsPort('rows', 'Rows of the alignments, best first', rowItem, false),
    filePort('rows_table', 'Rows of the alignments as a table', { kind: 'table', format: 'TSV' }),
    picturePort('Sequences at each position of a query', false),
    ...notePorts,
  ],
  limits: { wallSeconds: 3600, memoryMiB: 6144, cpuCores: 2, outputMiB: 4096 },
  credit: { mode: 'metered_runtime', ratePerMinute: 3 },
  citation: {
    text: 'Mirdita M. et al., ColabFold: making protein folding accessible to all, Nat. Methods 19 (2022) 679-682',
    doi: '10.1038/s41592-022-01488-1',
    also: [
      {
        text: 'Steinegger M., Soding J., MMseqs2 enables sensitive protein sequence searching for the analysis of massive data sets, Nat. Biotechnol. 35 (2017) 1026-1028',
        doi: '10.1038/nbt.3988',
      },
    ],
  },
  license: 'GPL-3.0-only',
  requires: [programs.mmseqs],
  log: ['stdout', 'stderr'],
} satisfies ToolContract;
