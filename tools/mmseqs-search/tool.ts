import * as Type from 'typebox';
import type { ToolContract } from '../contract.ts';
import { datasetSetting } from '../shared/datasets/reference.ts';
import { evalueSetting, matchedSlot, matchPorts, nucleotidePorts, queriesSlot } from '../shared/native/matches.ts';
import { programs } from '../shared/native/programs.ts';
import { settingsOf } from '../shared/settings.ts';

export const queries = queriesSlot(['protein', 'dna']);
export const database = matchedSlot(['protein', 'dna']);

const fraction = (description: string) => Type.Number({ minimum: 0, maximum: 1, default: 0, description });

export const contract = {
  id: 'mmseqs-search',
  name: 'MMseqs2 search',
  description:
    'Finds sequences of a large database that are similar to queries; DNA is translated where the others are proteins',
  category: 'Search',
  tags: ['homology', 'mmseqs2'],
  version: '1.3.0',
  slots: [queries, database],
  dataset: { setting: 'database', slot: database.id, kinds: ['protein-sequences', 'nucleotide-sequences'] },
  settings: settingsOf({
    database: datasetSetting('Sequences'),
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
    coverage: fraction('Least fraction that a hit covers, of what `cov_mode` says'),
    cov_mode: Type.Integer({
      minimum: 0,
      maximum: 2,
      default: 0,
      description: '0: of query and target, 1: of the target, 2: of the query',
    }),
    min_identity: fraction('Least fraction of identical residues'),
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
  }),
  ports: [...matchPorts, ...nucleotidePorts],
  // MMseqs2 uses 0.9 GiB even for a small database.
  limits: { wallSeconds: 1800, memoryMiB: 4096, cpuCores: 2, outputMiB: 4096 },
  credit: { mode: 'metered_runtime', ratePerMinute: 3 },
  citation: {
    text: 'Steinegger M., Soding J., MMseqs2 enables sensitive protein sequence searching for the analysis of massive data sets, Nat. Biotechnol. 35 (2017) 1026-1028',
    doi: '10.1038/nbt.3988',
  },
  license: 'GPL-3.0-only',
  requires: [programs.mmseqs],
} satisfies ToolContract;
