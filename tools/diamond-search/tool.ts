import * as Type from 'typebox';
import type { ToolContract } from '../contract.ts';
import { evalueSetting, matchedSlot, matchPorts, queriesSlot } from '../shared/native/matches.ts';
import { programs } from '../shared/native/programs.ts';
import { settingsOf } from '../shared/settings.ts';

export const queries = queriesSlot(['protein', 'dna']);
export const database = matchedSlot(['protein']);

const percent = (description: string) => Type.Number({ minimum: 0, maximum: 100, default: 0, description });

export const contract = {
  id: 'diamond-search',
  name: 'DIAMOND search',
  description: 'Finds proteins of a large database that are similar to queries, faster than BLAST',
  category: 'Search',
  tags: ['homology', 'diamond'],
  version: '1.1.0',
  slots: [queries, database],
  settings: settingsOf({
    program: Type.Enum(['blastp', 'blastx'], {
      default: 'blastp',
      description: 'blastp for queries that are proteins, blastx for DNA',
    }),
    sensitivity: Type.Enum(['fast', 'default', 'sensitive', 'very-sensitive', 'ultra-sensitive'], {
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
    min_identity: percent('Least identity of a hit, in percent'),
    query_cover: percent('Least part of the query that a hit covers, in percent'),
  }),
  ports: matchPorts,
  limits: { wallSeconds: 1800, memoryMiB: 4096, cpuCores: 2, outputMiB: 2048 },
  credit: { mode: 'metered_runtime', ratePerMinute: 2 },
  citation: {
    text: 'Buchfink B., Reuter K., Drost H.-G., Sensitive protein alignments at tree-of-life scale using DIAMOND, Nat. Methods 18 (2021) 366-368',
    doi: '10.1038/s41592-021-01101-x',
  },
  license: 'GPL-3.0-or-later',
  requires: [programs.diamond],
} satisfies ToolContract;
