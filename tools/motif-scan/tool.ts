import * as Type from 'typebox';
import type { ToolContract, ToolInputSlot } from '../contract.ts';
import { notePorts } from '../shared/notes.ts';
import { filePort, itemsPort } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';
import { plainCapabilities, proteinSlot } from '../shared/slots.ts';

export const hit = Type.Object(
  {
    sequence: Type.String(),
    pattern: Type.String({ description: 'Name of the pattern, or the pattern itself' }),
    strand: Type.Enum(['.', '+', '-'], { description: 'Of nucleotides; . for proteins' }),
    start: Type.Integer({ minimum: 1, description: 'On the forward strand' }),
    end: Type.Integer({ minimum: 1 }),
    match: Type.String({ description: 'The longest match that begins here, as its strand has it' }),
    unknown: Type.Integer({
      description: 'Ambiguity codes in the match, which stand at x or where all that they may be fits',
    }),
  },
  { additionalProperties: false },
);

export const sequences = {
  ...proteinSlot({ maxResidues: 1_000_000 }),
  label: 'Sequences',
  acceptedKinds: ['protein', 'dna'],
} satisfies ToolInputSlot;

export const patterns = {
  id: 'patterns',
  label: 'PROSITE patterns',
  description:
    'One a line, with a name behind it if you like: N-{P}-[ST]-{P} N-glycosylation. Elements are a residue, x for any, ' +
    '[..] for one of several, {..} for any but these; (n), (n,m) and * repeat an element, < and > are the ends, also in [G>]. ' +
    'Hyphens may be left out. B, Z and J stand for [DN], [EQ] and [IL]; in patterns of nucleotides R, Y, N and so on for their bases. ' +
    'Entries of the PROSITE file (lines ID and PA) are read as well',
  min: 1,
  max: 50,
  acceptedKinds: ['pattern'],
  acceptedFormats: ['PROSITE', 'TEXT'],
  defaultKind: 'pattern',
  capabilities: plainCapabilities({ min: 1, max: 50 }, { externalSources: [] }),
} satisfies ToolInputSlot;

export const contract = {
  id: 'motif-scan',
  name: 'Motif scan',
  description: 'PROSITE patterns over proteins, or over both strands of nucleotides',
  category: 'Sequence',
  tags: ['motif', 'prosite', 'find motif', 'glycosylation site', 'pattern'],
  version: '2.0.2',
  slots: [sequences, patterns],
  settings: settingsOf({
    overlapping: Type.Boolean({
      default: true,
      description: 'Whether the next hit of a pattern may begin within the last one',
    }),
    strands: Type.Enum(['both', 'forward'], { default: 'both', description: 'Of nucleotides' }),
  }),
  ports: [
    itemsPort('hits', 'Hits', hit, false),
    filePort('hits_table', 'Hits as a table', { kind: 'table', format: 'TSV' }),
    filePort('gff', 'Hits as GFF3', { format: 'GFF3' }),
    ...notePorts,
  ],
  limits: { wallSeconds: 120, memoryMiB: 512, cpuCores: 1, outputMiB: 128 },
  credit: { mode: 'fixed', base: 1, perUnit: 0, unit: 'sequence' },
  citation: {
    text: 'Sigrist C. J. A. et al., PROSITE: a documented database using patterns and profiles as motif descriptors, Brief. Bioinform. 3 (2002) 265-274',
    doi: '10.1093/bib/3.3.265',
  },
  license: 'Apache-2.0',
  requires: [],
} satisfies ToolContract;
