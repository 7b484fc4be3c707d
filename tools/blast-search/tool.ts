import * as Type from 'typebox';
import type { ToolContract } from '../contract.ts';
import { filterSettings } from '../shared/datasets/filterSettings.ts';
import { datasetSetting } from '../shared/datasets/setting.ts';
import { evalueSetting, matchedSlot, matchPorts, nucleotidePorts, queriesSlot } from '../shared/native/matches.ts';
import { programs } from '../shared/native/programs.ts';
import { filePort } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';
import { proteinGapCosts } from './gapCosts.ts';

export const queries = queriesSlot(['protein', 'dna']);
export const database = matchedSlot(['protein', 'dna']);

/** The kinds that each program of BLAST compares: the kind of the queries and that of the database. */
export const kindsOf: Record<string, [queries: string, database: string]> = {
  blastp: ['protein', 'protein'],
  blastx: ['dna', 'protein'],
  tblastn: ['protein', 'dna'],
  blastn: ['dna', 'dna'],
  tblastx: ['dna', 'dna'],
};

/** The tasks of each program, beginning with its usual one. */
export const tasksOf: Record<string, string[]> = {
  blastp: ['blastp', 'blastp-fast', 'blastp-short'],
  blastx: ['blastx', 'blastx-fast'],
  tblastn: ['tblastn', 'tblastn-fast'],
  blastn: ['blastn', 'megablast', 'dc-megablast', 'blastn-short'],
  tblastx: ['tblastx'],
};

/** Genetic codes that BLAST+ 2.12 knows. */
const geneticCodes = [1, 2, 3, 4, 5, 6, 9, 10, 11, 12, 13, 14, 15, 16, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 33];

const percent = (description: string) => Type.Number({ minimum: 0, maximum: 100, default: 0, description });
const ownCost = (description: string) => Type.Integer({ minimum: -1, maximum: 50, default: -1, description });

export const contract = {
  id: 'blast-search',
  name: 'BLAST search',
  description: 'Finds sequences of a database that are similar to queries',
  category: 'Search',
  tags: ['homology', 'blast', 'similar sequences', 'sequence search', 'blastp', 'blastn'],
  version: '2.3.0',
  slots: [queries, database],
  dataset: { setting: 'database', slot: database.id, kinds: ['protein-sequences', 'nucleotide-sequences'] },
  settings: settingsOf({
    database: datasetSetting('Sequences'),
    ...filterSettings,
    program: Type.Enum(Object.keys(kindsOf), {
      default: 'blastp',
      description:
        'blastp for proteins, blastn for DNA, blastx for DNA against proteins, tblastn for proteins against DNA, tblastx for DNA against DNA by their translations',
    }),
    task: Type.Enum(
      [
        'auto',
        ...Object.values(tasksOf)
          .flat()
          .filter((task) => task !== 'tblastx'),
      ],
      {
        default: 'auto',
        description:
          'auto is what the program is named after. blastp-short is for queries of less than 30 residues (PAM30, words of 2), blastn-short for less than 50 bases, megablast for nearly identical DNA, dc-megablast for DNA of other species',
      },
    ),
    evalue: evalueSetting,
    max_target_seqs: Type.Integer({
      minimum: 1,
      maximum: 5000,
      default: 500,
      description: 'Most sequences of the database for each query',
    }),
    max_hsps: Type.Integer({
      minimum: 0,
      maximum: 1000,
      default: 0,
      description: 'Most alignments with each sequence; 0 is all of them',
    }),
    word_size: Type.Integer({
      minimum: 0,
      maximum: 64,
      default: 0,
      description:
        "Length of the exact matches that start an alignment; 0 is the task's own: 2 to 7 for proteins, from 4 for DNA, 11 or 12 for dc-megablast",
    }),
    perc_identity: percent('Least identity of a hit, in percent; the report of other programs than blastn has all'),
    qcov_hsp_perc: percent('Least part of the query that an alignment covers, in percent'),
    strand: Type.Enum(['both', 'plus', 'minus'], { default: 'both', description: 'Of queries that are DNA' }),
    query_gencode: Type.Enum(geneticCodes, {
      default: 1,
      description: 'Genetic code by which blastx and tblastx translate queries, by its NCBI number',
    }),
    db_gencode: Type.Enum(geneticCodes, {
      default: 1,
      description: 'Genetic code by which tblastn and tblastx translate the database, by its NCBI number',
    }),
    matrix: Type.Enum(['auto', ...Object.keys(proteinGapCosts)], {
      default: 'auto',
      description: 'Not used by blastn; auto is BLOSUM62, for blastp-short PAM30',
    }),
    gap_open: ownCost(
      "Cost to open a gap; -1 is the matrix's or the task's own. BLAST has statistics for some pairs of costs only",
    ),
    gap_extend: ownCost('Cost of each position of a gap; set it with gap_open'),
    reward: Type.Integer({
      minimum: 0,
      maximum: 10,
      default: 0,
      description: "Score of equal bases in blastn; 0 is the task's own",
    }),
    penalty: Type.Integer({
      minimum: -10,
      maximum: 0,
      default: 0,
      description: 'Score of different bases; set it with reward',
    }),
    comp_based_stats: Type.Integer({
      minimum: 0,
      maximum: 3,
      default: 2,
      description: 'How scores are adjusted to the composition of proteins: 0 not at all, 2 as BLAST does',
    }),
    low_complexity: Type.Boolean({
      default: false,
      description: 'Leave regions of low complexity of queries out of the search (SEG, for blastn DUST)',
    }),
    soft_masking: Type.Boolean({
      default: true,
      description:
        'Such regions start no alignment, but are part of those that others start; without it they count as unknown',
    }),
    aligned: Type.Boolean({
      default: false,
      description: 'Write the aligned sequences of all hits as a table (qseq and sseq)',
    }),
    xml: Type.Boolean({ default: false, description: "Write BLAST's XML, as -outfmt 5 does" }),
  }),
  ports: [
    ...matchPorts,
    ...nucleotidePorts,
    filePort('aligned', 'Aligned sequences of all hits', { kind: 'table', format: 'TSV', required: false }),
    filePort('xml', "BLAST's XML (-outfmt 5)", { format: 'TEXT', required: false }),
    filePort('report', 'Alignments of the best hits of each query', { format: 'TEXT' }),
  ],
  limits: { wallSeconds: 1800, memoryMiB: 2048, cpuCores: 2, outputMiB: 2048 },
  credit: { mode: 'metered_runtime', ratePerMinute: 2 },
  citation: {
    text: 'Camacho C. et al., BLAST+: architecture and applications, BMC Bioinformatics 10 (2009) 421',
    doi: '10.1186/1471-2105-10-421',
  },
  license: 'LicenseRef-NCBI-PD',
  requires: [
    programs.makeblastdb,
    programs.blastp,
    programs.blastx,
    programs.tblastn,
    programs.blastn,
    programs.tblastx,
    programs.blastFormatter,
  ],
  log: ['stdout', 'stderr'],
} satisfies ToolContract;
