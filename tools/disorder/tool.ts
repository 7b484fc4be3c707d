import * as Type from 'typebox';
import type { ToolContract } from '../contract.ts';
import { notePorts } from '../shared/notes.ts';
import { filePort, itemsPort, picturePort } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';
import { proteinSlot } from '../shared/slots.ts';

export const sequences = proteinSlot();

const closed = { additionalProperties: false };

const sequence = Type.String({ description: 'Name of the sequence' });
const unknown = Type.Integer({ description: 'Unknown residues (B, J, X, Z), which the network reads as known ones' });

export const proteinItem = Type.Object(
  {
    sequence,
    length: Type.Integer(),
    disordered: Type.Integer({ description: 'Residues in disordered regions' }),
    disordered_pct: Type.Number({ description: 'The same in percent of the length' }),
    regions: Type.Integer({ description: 'Disordered regions' }),
    mean_score: Type.Number(),
    unknown,
  },
  closed,
);

export const regionItem = Type.Object(
  {
    sequence,
    kind: Type.Enum(['disordered', 'folded']),
    start: Type.Integer({ description: 'From 1' }),
    end: Type.Integer(),
    length: Type.Integer(),
    mean_score: Type.Number(),
    unknown,
  },
  closed,
);

export const scoreItem = Type.Object(
  {
    sequence,
    index: Type.Integer({ description: 'From 1' }),
    residue: Type.String({ description: 'One-letter code' }),
    score: Type.Unsafe<number | null>({
      ...Type.Union([Type.Number(), Type.Null()]),
      description: 'From 0, ordered, to 1, disordered; null for an unknown residue',
    }),
  },
  closed,
);

export const contract = {
  id: 'disorder',
  name: 'metapredict',
  description: 'Predicts the disorder of each residue of proteins, and their disordered regions (metapredict V3)',
  category: 'Sequence',
  tags: ['disorder', 'idr', 'metapredict', 'disordered regions', 'intrinsically disordered'],
  version: '1.0.0',
  slots: [sequences],
  settings: settingsOf({
    threshold: Type.Number({
      minimum: 0.05,
      maximum: 0.95,
      default: 0.5,
      description: 'Smoothed scores above it are disordered',
    }),
    minimum_idr_size: Type.Integer({
      minimum: 2,
      maximum: 200,
      default: 12,
      description:
        'Disordered regions of at most this many residues are dropped; scores are smoothed over twice this number',
    }),
    minimum_folded_domain: Type.Integer({
      minimum: 1,
      maximum: 500,
      default: 50,
      description:
        'Shorter gaps between disordered regions are disordered where their scores are not much below the threshold',
    }),
    gap_closure: Type.Integer({
      minimum: 1,
      maximum: 50,
      default: 10,
      description: 'Largest gap that is closed between two disordered stretches of its length',
    }),
  }),
  ports: [
    itemsPort('proteins', 'Disorder of each protein', proteinItem),
    itemsPort('regions', 'Disordered and folded regions', regionItem),
    itemsPort('scores', 'Score of each residue', scoreItem),
    filePort('scores_table', 'Scores as a table', { kind: 'table', format: 'TSV' }),
    picturePort('Scores and regions along a protein'),
    ...notePorts,
  ],
  limits: { wallSeconds: 600, memoryMiB: 1024, cpuCores: 1, outputMiB: 256 },
  credit: { mode: 'fixed', base: 1, perUnit: 0, unit: 'sequence' },
  citation: {
    text:
      'Emenecker R.J., Griffith D. and Holehouse A.S., metapredict: a fast, accurate, and easy-to-use predictor of consensus disorder ' +
      'and structure, Biophys. J. 120 (2021) 4312-4319',
    doi: '10.1016/j.bpj.2021.08.039',
    also: [
      {
        text:
          'Lotthammer J.M. et al., Metapredict enables accurate disorder prediction across the Tree of Life, ' +
          'bioRxiv 2024.11.05.622168 (2024)',
        doi: '10.1101/2024.11.05.622168',
      },
    ],
  },
  license: 'MIT',
  requires: [],
} satisfies ToolContract;
