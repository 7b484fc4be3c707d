import * as Type from 'typebox';
import type { ToolContract } from '../contract.ts';
import { filterSettings } from '../shared/datasets/filterSettings.ts';
import { datasetSetting } from '../shared/datasets/setting.ts';
import { columnsPort, columnsSetting } from '../shared/native/columns.ts';
import { evalueSetting, matchedSlot, matchPorts, nucleotidePorts, queriesSlot } from '../shared/native/matches.ts';
import { programs } from '../shared/native/programs.ts';
import { settingsOf } from '../shared/settings.ts';

export const queries = queriesSlot(['protein', 'dna']);
export const database = matchedSlot(['protein', 'dna']);

/** Substitution matrices that MMseqs2 14 has, by their names in the settings. */
export const matrices: Record<string, string> = {
  BLOSUM62: 'blosum62.out',
  PAM30: 'PAM30.out',
  VTML40: 'VTML40.out',
  VTML80: 'VTML80.out',
};

/**
 * Columns of `--format-output`, except columns for which FASTA files have no data: taxa and sets. The rows of hits have
 * the reading frames.
 */
export const tableColumns = [
  ...['query', 'target', 'pident', 'fident', 'nident', 'alnlen', 'mismatch', 'gapopen', 'qstart', 'qend', 'tstart'],
  ...['tend', 'evalue', 'bits', 'raw', 'qlen', 'tlen', 'qcov', 'tcov', 'cigar', 'qaln', 'taln', 'qseq', 'tseq'],
  ...['qheader', 'theader'],
];

/** Least and greatest length of words. Words of 7 residues need an index of 10 GiB, more than the memory of a job. */
export const kmerLengths = { protein: [5, 6], dna: [5, 14] } as const;

const cost = (description: string) => Type.Integer({ minimum: -1, maximum: 50, default: -1, description });

const fraction = (description: string) => Type.Number({ minimum: 0, maximum: 1, default: 0, description });

export const contract = {
  id: 'mmseqs-search',
  name: 'MMseqs2 search',
  description:
    'Finds sequences of a large database that are similar to queries; DNA is translated where the others are proteins',
  category: 'Search',
  tags: ['homology', 'mmseqs2', 'similar sequences', 'sequence search'],
  version: '1.6.0',
  slots: [queries, database],
  dataset: { setting: 'database', slot: database.id, kinds: ['protein-sequences', 'nucleotide-sequences'] },
  settings: settingsOf({
    database: datasetSetting('Sequences'),
    ...filterSettings,
    sensitivity: Type.Number({
      minimum: 1,
      maximum: 7.5,
      default: 5.7,
      description: '1 is fastest, 7.5 finds the most distant homologs',
    }),
    evalue: evalueSetting,
    max_seqs: Type.Integer({
      minimum: 1,
      maximum: 10_000,
      default: 300,
      description: 'Most sequences for each query; more of them also find weaker ones',
    }),
    iterations: Type.Integer({
      minimum: 1,
      maximum: 5,
      default: 1,
      description:
        'Searches with proteins: each further one takes a profile of the hits so far, and finds more distant ones',
    }),
    inclusion_evalue: Type.Number({
      minimum: 1e-100,
      maximum: 1,
      default: 1e-3,
      description: 'Largest E-value of hits that become part of the profile',
    }),
    coverage: fraction('Least fraction that a hit covers, of what `cov_mode` says'),
    cov_mode: Type.Integer({
      minimum: 0,
      maximum: 5,
      default: 0,
      description:
        '0: of query and target, 1: of the target, 2: of the query; without regard to the alignment 3: length of the target to that of the query, 4: of the query to that of the target, 5: of the shorter to that of the longer',
    }),
    min_identity: fraction('Least fraction of identical residues'),
    matrix: Type.Enum(Object.keys(matrices), {
      default: 'BLOSUM62',
      description: 'Scores of amino acids; DNA that is compared base by base has its own',
    }),
    gap_open: cost('Cost of the first position of a gap; -1 is the own one of MMseqs2: 11, for bases 5'),
    gap_extend: cost('Cost of each further position of a gap; -1 is the own one of MMseqs2: 1, for bases 2'),
    kmer_length: Type.Integer({
      minimum: 0,
      maximum: kmerLengths.dna[1],
      default: 0,
      description:
        'Length of the words that start alignments: 5 or 6 for proteins, 5 to 14 for bases; 0 takes 6, and for bases 11 to 14, more for a larger database',
    }),
    spaced_kmers: Type.Boolean({
      default: true,
      description: 'Such words leave out positions in between, which finds more; without it they are consecutive',
    }),
    mask: Type.Boolean({ default: true, description: 'Regions of low complexity start no alignment' }),
    dna_search: Type.Enum(['nucleotides', 'translated'], {
      default: 'nucleotides',
      description: 'How DNA is compared with DNA: base by base, or by the translations of both',
    }),
    genetic_code: Type.Enum(
      [1, 2, 3, 4, 5, 6, 9, 10, 11, 12, 13, 14, 15, 16, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31],
      {
        default: 1,
        description: 'By which DNA is translated, by its NCBI number',
      },
    ),
    columns: columnsSetting(tableColumns),
  }),
  ports: [...matchPorts, ...nucleotidePorts, columnsPort],
  // MMseqs2 uses 0.9 GiB even for a small database.
  limits: { wallSeconds: 1800, memoryMiB: 4096, cpuCores: 2, outputMiB: 4096 },
  credit: { mode: 'metered_runtime', ratePerMinute: 3 },
  citation: {
    text: 'Steinegger M., Soding J., MMseqs2 enables sensitive protein sequence searching for the analysis of massive data sets, Nat. Biotechnol. 35 (2017) 1026-1028',
    doi: '10.1038/nbt.3988',
  },
  license: 'GPL-3.0-only',
  requires: [programs.mmseqs],
  log: ['stdout', 'stderr'],
} satisfies ToolContract;
