import * as Type from 'typebox';
import type { ToolContract } from '../contract.ts';
import { programs } from '../shared/native/programs.ts';
import { notePorts } from '../shared/notes.ts';
import { filePort, itemsPort } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';
import { alignmentSlot } from '../shared/slots.ts';

export const alignment = alignmentSlot({ minRows: 1, maxRows: 10_000 });

export const profileItem = Type.Object(
  {
    name: Type.String(),
    length: Type.Integer({ description: 'Match states' }),
    alphabet: Type.Enum(['protein', 'dna', 'rna'], { description: 'What the profile is of' }),
    nseq: Type.Integer({ description: 'Rows of the alignment' }),
    eff_nseq: Type.Number({ description: 'How many independent sequences they count as' }),
  },
  { additionalProperties: false },
);

export const contract = {
  id: 'hmm-build',
  name: 'Profile HMM',
  description: 'Builds a profile of an alignment of proteins, DNA or RNA for sensitive searches',
  category: 'Search',
  tags: ['hmm', 'profile', 'profile from alignment', 'hmmer'],
  version: '2.0.0',
  slots: [alignment],
  settings: settingsOf({
    name: Type.String({
      minLength: 1,
      maxLength: 50,
      pattern: '^[A-Za-z0-9_.][A-Za-z0-9_.-]*$',
      default: 'profile',
      description: 'Name of the profile',
    }),
    alphabet: Type.Enum(['auto', 'protein', 'dna', 'rna'], {
      default: 'auto',
      description:
        'What the letters are. auto takes rows of which three quarters are bases, and the rest their ambiguity codes, as DNA, or as RNA where they have U and no T. hmm-search takes profiles of proteins, nhmmer-search those of DNA and RNA',
    }),
    symfrac: Type.Number({
      minimum: 0,
      maximum: 1,
      default: 0.5,
      description: 'Least fraction of residues in a column that becomes a match state',
    }),
  }),
  ports: [
    filePort('hmm', 'Profile', { kind: 'hmm', format: 'HMM' }),
    itemsPort('summary', 'Size', profileItem),
    ...notePorts,
  ],
  limits: { wallSeconds: 300, memoryMiB: 1024, cpuCores: 1, outputMiB: 256 },
  credit: { mode: 'fixed', base: 1, perUnit: 0, unit: 'alignment' },
  citation: {
    text: 'Eddy S. R., Accelerated profile HMM searches, PLoS Comput. Biol. 7 (2011) e1002195',
    doi: '10.1371/journal.pcbi.1002195',
  },
  license: 'BSD-3-Clause',
  requires: [programs.hmmbuild],
  log: ['stdout', 'stderr'],
} satisfies ToolContract;
