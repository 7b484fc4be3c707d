import * as Type from 'typebox';
import type { ToolContract, ToolInputSlot } from '../contract.ts';
import { datasetSetting } from '../shared/datasets/setting.ts';
import { programs } from '../shared/native/programs.ts';
import { notePorts } from '../shared/notes.ts';
import { filePort, itemsPort } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';
import { alignmentSlot, plainCapabilities } from '../shared/slots.ts';

export const query = {
  id: 'query',
  label: 'Query protein',
  min: 1,
  max: 1,
  acceptedKinds: ['protein'],
  acceptedFormats: ['FASTA', 'TEXT'],
  defaultKind: 'protein',
  capabilities: plainCapabilities({ min: 1, max: 1 }, { maxResidues: 10_000, externalSources: ['uniprot'] }),
} satisfies ToolInputSlot;

/** Alignments of families. Each is read apart from the others. */
export const database = {
  ...alignmentSlot({ minRows: 1, maxRows: 5_000, maxColumns: 10_000 }),
  id: 'database',
  label: 'Alignments of the families',
  description: 'The alignments that are searched, one in each input, whose label or id names it',
  min: 0,
  max: 100,
};

const item = Type.Object(
  {
    query: Type.String(),
    target: Type.String({ description: 'Alignment, or profile of a dataset' }),
    representative: Type.String({ description: 'First row of the alignment; of a dataset the same as `target`' }),
    description: Type.String({ description: 'What the header of a profile of a dataset says after its name' }),
    probability: Type.Number({ description: 'That both are homologous, in percent' }),
    evalue: Type.Number(),
    pvalue: Type.Number(),
    score: Type.Number(),
    columns: Type.Integer({ description: 'Pairs of aligned columns' }),
    identity: Type.Number({ description: 'Of the aligned residues of query and representative, in percent' }),
    qstart: Type.Integer({ description: 'In the query, counted from 1' }),
    qend: Type.Integer(),
    tstart: Type.Integer({ description: 'In the match columns of the alignment, counted from 1' }),
    tend: Type.Integer(),
    tlength: Type.Integer({ description: 'Match columns of the alignment' }),
  },
  { additionalProperties: false },
);

export const hitColumns = Object.keys(item.properties);
export type Hit = Type.Static<typeof item>;

const summaryItem = Type.Object(
  {
    query: Type.String(),
    length: Type.Integer(),
    hits: Type.Integer(),
    searched: Type.Integer({ description: 'Alignments, or profiles of a dataset' }),
  },
  { additionalProperties: false },
);

export const contract = {
  id: 'profile-search',
  name: 'HHsearch',
  description: 'Finds remote homologs of a protein among families, by comparing profiles',
  category: 'Search',
  tags: ['homology', 'hmm', 'hh-suite', 'hhsearch', 'remote homologs', 'hhpred', 'hhblits'],
  version: '1.1.0',
  slots: [query, database],
  dataset: { setting: 'database', slot: database.id, kinds: ['hhm-profiles'] },
  settings: settingsOf({
    database: datasetSetting('Profiles'),
    evalue: Type.Number({ minimum: 0, maximum: 1000, default: 1, description: 'Largest E-value of a hit (-E)' }),
    probability: Type.Number({
      minimum: 0,
      maximum: 100,
      default: 20,
      description: 'Least probability of a hit, in percent (-p)',
    }),
    inclusion_evalue: Type.Number({
      minimum: 0,
      maximum: 1,
      default: 1e-3,
      description: 'Largest E-value of what the alignment has (-e)',
    }),
    mode: Type.Enum(['local', 'global'], { default: 'local', description: 'How profiles are aligned' }),
  }),
  ports: [
    itemsPort('summary', 'Number of hits', summaryItem),
    itemsPort('hits', 'Hits, best first', item, false),
    filePort('hits_table', 'Hits as a table', { kind: 'table', format: 'TSV' }),
    filePort('report', 'Hits and alignments as HHsearch prints them (hhr)', { format: 'TEXT' }),
    filePort('alignment', 'The query with the alignments that were found', { kind: 'msa', format: 'A3M' }),
    ...notePorts,
  ],
  limits: { wallSeconds: 1800, memoryMiB: 4096, cpuCores: 2, outputMiB: 1024 },
  credit: { mode: 'metered_runtime', ratePerMinute: 3 },
  citation: {
    text: 'Steinegger M. et al., HH-suite3 for fast remote homology detection and deep protein annotation, BMC Bioinformatics 20 (2019) 473',
    doi: '10.1186/s12859-019-3019-7',
  },
  license: 'GPL-3.0-or-later',
  requires: [programs.hhsearch],
  log: ['stdout', 'stderr'],
} satisfies ToolContract;
