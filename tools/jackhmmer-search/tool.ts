import * as Type from 'typebox';
import type { ToolContract } from '../contract.ts';
import { query as phmmerQuery } from '../phmmer-search/tool.ts';
import { databaseSlot, searchItem, searchPorts, searchSettings } from '../shared/native/hmmer.ts';
import { scoringSettings } from '../shared/native/hmmerScoring.ts';
import { programs } from '../shared/native/programs.ts';
import { itemsPort } from '../shared/ports.ts';

export const query = phmmerQuery;
export const database = databaseSlot;

export const summaryItem = Type.Object(
  {
    ...searchItem.properties,
    rounds: Type.Integer({ description: 'Searches that were made' }),
    converged: Type.Boolean({ description: 'The last one found nothing new' }),
  },
  { additionalProperties: false },
);

export const contract = {
  id: 'jackhmmer-search',
  name: 'jackhmmer',
  description: 'Finds distant homologs of a protein: each search uses a profile of what the last one found',
  category: 'Search',
  tags: ['homology', 'protein', 'iterative', 'remote homologs', 'psi-blast'],
  version: '1.5.0',
  slots: [query, database],
  dataset: { setting: 'database', slot: database.id, kinds: ['protein-sequences'] },
  settings: searchSettings({
    inclusion_evalue: Type.Number({
      minimum: 1e-300,
      maximum: 1000,
      default: 1e-3,
      description: 'Largest E-value of what the next profile is made of, and of what the alignment has',
    }),
    ...scoringSettings,
    iterations: Type.Integer({ minimum: 1, maximum: 10, default: 5, description: 'Most searches' }),
  }),
  ports: [itemsPort('summary', 'Number of hits', summaryItem), ...searchPorts.filter(({ id }) => id !== 'summary')],
  limits: { wallSeconds: 7200, memoryMiB: 2048, cpuCores: 2, outputMiB: 1024 },
  credit: { mode: 'metered_runtime', ratePerMinute: 3 },
  citation: {
    text: 'Johnson L. S., Eddy S. R., Portugaly E., Hidden Markov model speed heuristic and iterative HMM search procedure, BMC Bioinformatics 11 (2010) 431',
    doi: '10.1186/1471-2105-11-431',
  },
  license: 'BSD-3-Clause',
  requires: [programs.jackhmmer],
  log: ['stderr'],
} satisfies ToolContract;
