import * as Type from 'typebox';
import type { ToolContract } from '../contract.ts';
import { filterSettings } from '../shared/datasets/filterSettings.ts';
import { datasetSetting } from '../shared/datasets/setting.ts';
import { columnsPort, columnsSetting } from '../shared/native/columns.ts';
import { evalueSetting, matchedSlot, matchPorts, queriesSlot } from '../shared/native/matches.ts';
import { programs } from '../shared/native/programs.ts';
import { filePort } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';
import { gapCosts } from './gapCosts.ts';

export const queries = queriesSlot(['protein', 'dna']);
export const database = matchedSlot(['protein']);

const percent = (description: string) => Type.Number({ minimum: 0, maximum: 100, default: 0, description });

const cost = (description: string) => Type.Integer({ minimum: -1, maximum: 50, default: -1, description });

/**
 * Columns of DIAMOND's tables (`--outfmt 6`), except columns for which FASTA files have no data: taxa, qualities and
 * mates.
 */
export const tableColumns = [
  ...['qseqid', 'sseqid', 'pident', 'length', 'mismatch', 'gapopen', 'qstart', 'qend', 'sstart', 'send', 'evalue'],
  ...['bitscore', 'score', 'qlen', 'slen', 'nident', 'positive', 'ppos', 'gaps', 'qframe', 'qstrand', 'qcovhsp'],
  ...['scovhsp', 'cigar', 'btop', 'qseq', 'qseq_translated', 'sseq', 'qseq_gapped', 'sseq_gapped', 'full_qseq'],
  ...['full_sseq', 'qtitle', 'stitle'],
];

/**
 * Length of the shortest query that each sensitivity can find. Measured with DIAMOND 2.1.3 on parts of a hemoglobin at
 * an E-value of 1000.
 */
export const shortestOf: Record<string, number> = {
  fast: 16,
  default: 12,
  'mid-sensitive': 11,
  sensitive: 12,
  'more-sensitive': 12,
  'very-sensitive': 12,
  'ultra-sensitive': 12,
};

export const contract = {
  id: 'diamond-search',
  name: 'DIAMOND search',
  description: 'Finds proteins of a large database that are similar to queries, faster than BLAST',
  category: 'Search',
  tags: ['homology', 'diamond', 'similar sequences', 'blastx', 'sequence search'],
  version: '1.5.0',
  slots: [queries, database],
  dataset: { setting: 'database', slot: database.id, kinds: ['protein-sequences'] },
  settings: settingsOf({
    database: datasetSetting('Proteins'),
    ...filterSettings,
    program: Type.Enum(['blastp', 'blastx'], {
      default: 'blastp',
      description: 'blastp for queries that are proteins, blastx for DNA',
    }),
    sensitivity: Type.Enum(Object.keys(shortestOf), {
      default: 'very-sensitive',
      description: 'fast and default miss about half of the distant homologs in a small database',
    }),
    evalue: evalueSetting,
    max_target_seqs: Type.Integer({
      minimum: 1,
      maximum: 5000,
      default: 500,
      description: 'Most sequences of the database for each query',
    }),
    min_score: Type.Number({
      minimum: 0,
      maximum: 100_000,
      default: 0,
      description: 'Least bit score of a hit (--min-score), in place of the E-value; 0 is none',
    }),
    top: percent(
      'Hits whose score is at most this many percent below the best of their query (--top), in place of max_target_seqs; 0 is none',
    ),
    max_hsps: Type.Integer({
      minimum: 0,
      maximum: 1000,
      default: 1,
      description:
        'Most alignments with each sequence, 0 for all; DIAMOND leaves out those that lie within another one in the query or in the sequence',
    }),
    min_identity: percent('Least identity of a hit, in percent'),
    query_cover: percent('Least part of the query that a hit covers, in percent'),
    subject_cover: percent('Least part of the sequence of the database that a hit covers, in percent'),
    masking: Type.Enum(['tantan', 'seg', 'none'], {
      default: 'tantan',
      description:
        'What masks regions of low complexity; masked residues count as different and end alignments, which a warning tells where it can be seen. none is for proteins with such regions',
    }),
    comp_based_stats: Type.Integer({
      minimum: 0,
      maximum: 4,
      default: 1,
      description: 'How scores are adjusted to the composition of proteins; 0 is not at all',
    }),
    matrix: Type.Enum(Object.keys(gapCosts), { default: 'BLOSUM62', description: 'Scores of amino acids' }),
    gap_open: cost("Cost to open a gap; -1 is the matrix's own. DIAMOND has statistics for some pairs of costs only"),
    gap_extend: cost('Cost of each position of a gap; set it with gap_open'),
    query_gencode: Type.Enum([1, 2, 3, 4, 5, 6, 9, 10, 11, 12, 13, 14, 16, 21, 22, 23, 24, 25, 26], {
      default: 1,
      description: 'Genetic code by which blastx translates queries, by its NCBI number',
    }),
    strand: Type.Enum(['both', 'plus', 'minus'], { default: 'both', description: 'Of queries that are DNA' }),
    frameshift: Type.Integer({
      minimum: 0,
      maximum: 100,
      default: 0,
      description:
        'Cost of a shift of the reading frame within an alignment of blastx, for reads with errors: 15 is usual, 0 allows none',
    }),
    columns: columnsSetting(tableColumns),
    report: Type.Boolean({
      default: false,
      description: 'Write the alignments as text, as --outfmt 0 does; DIAMOND searches once more for it',
    }),
    xml: Type.Boolean({
      default: false,
      description: "Write BLAST's XML, as --outfmt 5 does; DIAMOND searches once more for it",
    }),
  }),
  ports: [
    ...matchPorts,
    columnsPort,
    filePort('report', 'Alignments of all hits (--outfmt 0)', { format: 'TEXT', required: false }),
    filePort('xml', "BLAST's XML (--outfmt 5)", { format: 'TEXT', required: false }),
  ],
  limits: { wallSeconds: 1800, memoryMiB: 4096, cpuCores: 2, outputMiB: 2048 },
  credit: { mode: 'metered_runtime', ratePerMinute: 2 },
  citation: {
    text: 'Buchfink B., Reuter K., Drost H.-G., Sensitive protein alignments at tree-of-life scale using DIAMOND, Nat. Methods 18 (2021) 366-368',
    doi: '10.1038/s41592-021-01101-x',
  },
  license: 'GPL-3.0-or-later',
  requires: [programs.diamond],
  log: ['stdout', 'stderr'],
} satisfies ToolContract;
