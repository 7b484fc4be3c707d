import * as Type from 'typebox';
import type { ToolContract } from '../contract.ts';
import { alphabetSetting } from '../shared/msa/alphabetSetting.ts';
import { formattedPort, outputSetting } from '../shared/msa/formattedOutput.ts';
import { notePorts } from '../shared/notes.ts';
import { filePort, itemsPort, picturePort } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';
import { alignmentSlot } from '../shared/slots.ts';

import { automaticMethods } from './methods.ts';

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
  description: 'Drops columns and rows with many gaps, or that are unlike, as trimAl does',
  category: 'Alignment',
  tags: ['msa', 'trimming', 'trim alignment', 'remove gappy columns', 'trimal'],
  version: '2.1.0',
  slots: [alignment],
  settings: settingsOf({
    method: Type.Enum(['gaps', ...automaticMethods], {
      default: 'gaps',
      description:
        'Which columns stay. gaps: those of max_gap_fraction. The others are those of trimAl, with thresholds found in the alignment: ' +
        'gappyout by gaps; strict and strictplus also by similarity, in blocks of columns; automated1 chooses gappyout or strict, for trees by likelihood',
    }),
    max_gap_fraction: Type.Number({
      minimum: 0,
      maximum: 1,
      default: 0.5,
      description:
        'For the method gaps: a column with a gap in more than this fraction of the rows is dropped; one of gaps alone always is, as trimAl does it',
    }),
    min_row_coverage: Type.Number({
      minimum: 0,
      maximum: 1,
      default: 0,
      description:
        'After that, a row with residues in less than this fraction of the columns left is dropped; ' +
        'one without any always is',
    }),
    terminal_only: Type.Boolean({
      default: false,
      description: 'Drop columns at the two ends only, outside of the first and the last column without a gap',
    }),
    alphabet: alphabetSetting,
    output: outputSetting,
  }),
  ports: [
    filePort('trimmed', 'Trimmed alignment', { kind: 'msa', format: 'AFA' }),
    itemsPort('report', 'Report', report),
    filePort('kept_columns', 'Columns that were kept, by their numbers before', { kind: 'table', format: 'TSV' }),
    picturePort('Picture of the trimmed alignment'),
    formattedPort,
    ...notePorts,
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
