import * as Type from 'typebox';
import type { ToolContract } from '../contract.ts';
import { evalueSetting, matchedSlot, matchPorts, queriesSlot } from '../shared/native/matches.ts';
import { programs } from '../shared/native/programs.ts';
import { filePort } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';

export const queries = queriesSlot(['protein', 'dna']);
export const database = matchedSlot(['protein', 'dna']);

/** The kinds that each program of BLAST compares: of the queries and of the database. */
export const kindsOf: Record<string, [queries: string, database: string]> = {
  blastp: ['protein', 'protein'],
  blastx: ['dna', 'protein'],
  tblastn: ['protein', 'dna'],
  blastn: ['dna', 'dna'],
};

export const contract = {
  id: 'blast-search',
  name: 'BLAST search',
  description: 'Finds sequences of a database that are similar to queries',
  category: 'Search',
  tags: ['homology', 'blast'],
  version: '1.1.0',
  slots: [queries, database],
  settings: settingsOf({
    program: Type.Enum(['blastp', 'blastx', 'tblastn', 'blastn'], {
      default: 'blastp',
      description:
        'blastp for proteins, blastn for DNA, blastx for DNA against proteins, tblastn for proteins against DNA',
    }),
    task: Type.Enum(['blastp', 'blastp-fast', 'blastp-short'], {
      default: 'blastp',
      description: 'Of blastp: blastp-short is for queries of less than 30 residues, best with PAM30',
    }),
    evalue: evalueSetting,
    max_target_seqs: Type.Integer({
      minimum: 1,
      maximum: 5000,
      default: 500,
      description: 'Most sequences of the database for each query',
    }),
    matrix: Type.Enum(['BLOSUM45', 'BLOSUM62', 'BLOSUM80', 'PAM30', 'PAM70'], {
      default: 'BLOSUM62',
      description: 'Not used by blastn',
    }),
    low_complexity: Type.Boolean({
      default: false,
      description: 'Leave regions of low complexity out of the search',
    }),
  }),
  ports: [
    ...matchPorts,
    filePort('hit_nucleotides', 'DNA sequences that were hit, each once', {
      kind: 'dna',
      format: 'FASTA',
      required: false,
    }),
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
    programs.blastFormatter,
  ],
} satisfies ToolContract;
