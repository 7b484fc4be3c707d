import * as Type from 'typebox';
import type { ToolContract } from '../contract.ts';
import { evalueSetting, matchedSlot, matchPorts, queriesSlot } from '../shared/native/matches.ts';
import { programs } from '../shared/native/programs.ts';
import { settingsOf } from '../shared/settings.ts';

export const queries = queriesSlot(['protein']);
export const database = matchedSlot(['protein']);

const fraction = (description: string) => Type.Number({ minimum: 0, maximum: 1, default: 0, description });

export const contract = {
  id: 'mmseqs-search',
  name: 'MMseqs2 search',
  description: 'Finds proteins of a large database that are similar to queries, at most 300 for each',
  category: 'Search',
  tags: ['homology', 'mmseqs2'],
  version: '1.1.0',
  slots: [queries, database],
  settings: settingsOf({
    sensitivity: Type.Number({
      minimum: 1,
      maximum: 7.5,
      default: 5.7,
      description: '1 is fastest, 7.5 finds the most distant homologs',
    }),
    evalue: evalueSetting,
    coverage: fraction('Least fraction of query and target that a hit covers'),
    min_identity: fraction('Least fraction of identical residues'),
  }),
  ports: matchPorts,
  // It takes 0.9 GiB even for a small database.
  limits: { wallSeconds: 1800, memoryMiB: 4096, cpuCores: 2, outputMiB: 4096 },
  credit: { mode: 'metered_runtime', ratePerMinute: 3 },
  citation: {
    text: 'Steinegger M., Soding J., MMseqs2 enables sensitive protein sequence searching for the analysis of massive data sets, Nat. Biotechnol. 35 (2017) 1026-1028',
    doi: '10.1038/nbt.3988',
  },
  license: 'GPL-3.0-only',
  requires: [programs.mmseqs],
} satisfies ToolContract;
