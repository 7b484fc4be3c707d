import type { ToolContract, ToolInputSlot } from '../contract.ts';
import { databaseSlot, searchPorts, searchSettings } from '../shared/native/hmmer.ts';
import { scoringSettings } from '../shared/native/hmmerScoring.ts';
import { programs } from '../shared/native/programs.ts';
import { searchUnit } from '../shared/native/searchUnits.ts';
import { plainCapabilities } from '../shared/slots.ts';

export const query = {
  id: 'query',
  label: 'Query sequence',
  min: 1,
  max: 1,
  acceptedKinds: ['protein'],
  acceptedFormats: ['FASTA', 'TEXT'],
  defaultKind: 'protein',
  capabilities: plainCapabilities({ min: 1, max: 1 }, { maxResidues: 100_000, externalSources: ['uniprot'] }),
} satisfies ToolInputSlot;

export const database = databaseSlot;

export const contract = {
  id: 'phmmer-search',
  name: 'phmmer',
  description: 'Finds homologs of a protein, more sensitively than BLAST',
  category: 'Search',
  tags: ['homology', 'protein', 'similar sequences', 'sequence search'],
  version: '1.5.0',
  slots: [query, database],
  dataset: { setting: 'database', slot: database.id, kinds: ['protein-sequences'] },
  settings: searchSettings(scoringSettings),
  ports: searchPorts,
  limits: { wallSeconds: 3600, memoryMiB: 2048, cpuCores: 2, outputMiB: 1024 },
  credit: { mode: 'fixed', base: 0, perUnit: 1, unit: searchUnit },
  citation: {
    text: 'Eddy S. R., Accelerated profile HMM searches, PLoS Comput. Biol. 7 (2011) e1002195',
    doi: '10.1371/journal.pcbi.1002195',
  },
  license: 'BSD-3-Clause',
  requires: [programs.phmmer],
  log: ['stdout', 'stderr'],
} satisfies ToolContract;
