import * as Type from 'typebox';
import type { ToolContract, ToolInputSlot } from '../contract.ts';
import { databaseSlot, searchPorts, searchSettings } from '../shared/native/hmmer.ts';
import { programs } from '../shared/native/programs.ts';
import { searchUnit } from '../shared/native/searchUnits.ts';
import { plainCapabilities } from '../shared/slots.ts';

export const hmm = {
  id: 'hmm',
  label: 'Profile HMM',
  description: 'Of HMMER 3, as hmm-build and Pfam write them; a file may hold several',
  min: 1,
  max: 5,
  acceptedKinds: ['hmm'],
  acceptedFormats: ['HMM'],
  defaultKind: 'hmm',
  capabilities: plainCapabilities({ min: 1, max: 50 }, { externalSources: [] }),
} satisfies ToolInputSlot;

export const database = databaseSlot;

export const contract = {
  id: 'hmm-search',
  name: 'Profile search',
  description: 'Searches proteins with profile HMMs',
  category: 'Search',
  tags: ['hmm', 'homology', 'search with a profile', 'hmmer', 'hmmsearch'],
  version: '1.5.1',
  slots: [hmm, database],
  dataset: { setting: 'database', slot: database.id, kinds: ['protein-sequences'] },
  settings: searchSettings({
    cutoffs: Type.Enum(['none', 'ga', 'tc', 'nc'], {
      default: 'none',
      description:
        "The profile's own bit scores instead of E-values: ga (gathering, as Pfam uses it), tc (trusted) or nc (noise); the profile must have them",
    }),
  }),
  ports: searchPorts,
  limits: { wallSeconds: 3600, memoryMiB: 2048, cpuCores: 2, outputMiB: 1024 },
  credit: { mode: 'fixed', base: 0, perUnit: 1, unit: searchUnit },
  citation: {
    text: 'Eddy S. R., Accelerated profile HMM searches, PLoS Comput. Biol. 7 (2011) e1002195',
    doi: '10.1371/journal.pcbi.1002195',
  },
  license: 'BSD-3-Clause',
  requires: [programs.hmmsearch],
  log: ['stdout', 'stderr'],
} satisfies ToolContract;
