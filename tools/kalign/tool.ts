import * as Type from 'typebox';
import type { ToolContract } from '../contract.ts';
import { outputSetting } from '../shared/msa/formattedOutput.ts';
import { alignerPorts, unalignedSlot } from '../shared/native/aligner.ts';
import { programs } from '../shared/native/programs.ts';
import { settingsOf } from '../shared/settings.ts';

export const sequences = unalignedSlot(10_000, 5_000_000);

const penalty = (description: string) =>
  Type.Unsafe<number | null>({
    anyOf: [{ type: 'number', minimum: 0, maximum: 100 }, { type: 'null' }],
    default: null,
    description: `${description}; null: what Kalign takes for the kind of sequence`,
  });

export const contract = {
  id: 'kalign',
  name: 'Kalign',
  description: 'The fastest multiple alignment of many sequences',
  category: 'Alignment',
  tags: ['msa', 'alignment', 'multiple alignment'],
  version: '2.0.1',
  slots: [sequences],
  settings: settingsOf({
    gap_open: penalty('Cost of a gap'),
    gap_extend: penalty('Cost of each further position of a gap'),
    terminal_gap_extend: penalty('Cost of each position of a gap at an end'),
    output: outputSetting,
  }),
  ports: alignerPorts,
  limits: { wallSeconds: 300, memoryMiB: 2048, cpuCores: 2, outputMiB: 512 },
  credit: { mode: 'fixed', base: 1, perUnit: 0, unit: 'sequence' },
  citation: {
    text: 'Lassmann T., Kalign 3: multiple sequence alignment of large data sets, Bioinformatics 36 (2020) 1928-1929',
    doi: '10.1093/bioinformatics/btz795',
  },
  license: 'GPL-3.0-or-later',
  requires: [programs.kalign],
  log: ['stdout', 'stderr'],
} satisfies ToolContract;
