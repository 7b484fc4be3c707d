import * as Type from 'typebox';
import type { ToolContract } from '../contract.ts';
import { filePort, itemsPort, picturePort } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';
import { alignmentSlot } from '../shared/slots.ts';

export const report = Type.Object(
  {
    columns_in: Type.Integer(),
    columns_out: Type.Integer({ minimum: 1 }),
    rows_in: Type.Integer(),
    rows_out: Type.Integer({ minimum: 1 }),
  },
  { additionalProperties: false },
);

export const alignment = alignmentSlot();

export const contract = {
  id: 'alignment-trim',
  name: 'Alignment trimming',
  description: 'drops gappy columns/rows (trimAl -gt/-gappyout style)',
  category: 'Alignment',
  tags: ['msa', 'trimming'],
  version: '1.1.0',
  slots: [alignment],
  settings: settingsOf({
    max_gap_fraction: Type.Number({
      minimum: 0,
      maximum: 1,
      default: 0.5,
      description: 'A column with a gap in more than this fraction of the rows is dropped',
    }),
    min_row_coverage: Type.Number({
      minimum: 0,
      maximum: 1,
      default: 0,
      description:
        'After that, a row with residues in less than this fraction of the columns left is dropped; ' +
        'one without any always is',
    }),
  }),
  ports: [
    filePort('trimmed', 'Trimmed alignment', { kind: 'msa', format: 'AFA' }),
    itemsPort('report', 'Report', report),
    picturePort('Picture of the trimmed alignment'),
  ],
  limits: { wallSeconds: 60, memoryMiB: 512, cpuCores: 1, outputMiB: 128 },
  credit: { mode: 'fixed', base: 1, perUnit: 0, unit: 'alignment' },
  citation: {
    text: 'Capella-Gutierrez S., Silla-Martinez J. M., Gabaldon T., trimAl: a tool for automated alignment trimming in large-scale phylogenetic analyses, Bioinformatics 25 (2009) 1972-1973',
    doi: '10.1093/bioinformatics/btp348',
  },
  license: 'Apache-2.0',
  requires: [],
} satisfies ToolContract;
