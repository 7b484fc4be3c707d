import * as Type from 'typebox';
import type { ToolContract, ToolInputSlot } from '../contract.ts';
import { outputSetting } from '../shared/msa/formattedOutput.ts';
import { alignerPorts, unalignedSlot } from '../shared/native/aligner.ts';
import { programs } from '../shared/native/programs.ts';
import { settingsOf } from '../shared/settings.ts';
import { alignmentSlot } from '../shared/slots.ts';
import { matrices } from './matrices.ts';

const unaligned = unalignedSlot(2_000, 2_000_000);

/** A single sequence suffices when it is added to an alignment. */
export const sequences: ToolInputSlot = {
  ...unaligned,
  capabilities: { ...unaligned.capabilities, records: { min: 1, max: 2_000 } },
};

export const existing: ToolInputSlot = {
  ...alignmentSlot({ minRows: 0, maxRows: 2_000 }),
  id: 'existing',
  label: 'Alignment to add to',
  description: 'The sequences are added to its rows, which keep their alignment (--add)',
  min: 0,
};

const orDefault = (schema: object, description: string) =>
  Type.Unsafe<number | null>({ anyOf: [schema, { type: 'null' }], default: null, description });

export const contract = {
  id: 'mafft',
  name: 'MAFFT alignment',
  description: 'Accurate multiple alignment of proteins, DNA or RNA',
  category: 'Alignment',
  tags: ['msa', 'alignment', 'multiple alignment', 'align many sequences'],
  version: '2.1.0',
  slots: [sequences, existing],
  settings: settingsOf({
    strategy: Type.Enum(['auto', 'fftns2', 'linsi', 'ginsi', 'einsi'], {
      default: 'auto',
      description:
        'linsi for one conserved domain, ginsi for similar lengths, einsi for long gaps, fftns2 for many sequences',
    }),
    max_iterations: orDefault(
      { type: 'integer', minimum: 0, maximum: 1000 },
      'Rounds of refinement; null: 1000 for linsi, ginsi and einsi, otherwise what MAFFT chooses',
    ),
    gap_open: Type.Number({ minimum: 0.5, maximum: 5, default: 1.53 }),
    gap_extend: Type.Number({ minimum: 0, maximum: 2, default: 0 }),
    matrix: Type.Enum(Object.keys(matrices), {
      default: 'auto',
      description:
        'auto is BLOSUM62 for proteins and kimura200 for nucleotides. tm200 is for proteins in membranes; kimura1 for nearly identical DNA',
    }),
    adjust_direction: Type.Enum(['none', 'fast', 'accurate'], {
      default: 'none',
      description: 'Turn DNA or RNA of the other strand round, with a warning that names each sequence',
    }),
    add_fragments: Type.Boolean({
      default: false,
      description: 'The sequences that are added are fragments, such as reads (--addfragments)',
    }),
    reorder: Type.Boolean({ default: false, description: 'Order the rows by similarity instead of as they came' }),
    output: outputSetting,
  }),
  ports: alignerPorts,
  limits: { wallSeconds: 1800, memoryMiB: 2048, cpuCores: 2, outputMiB: 512 },
  credit: { mode: 'metered_runtime', ratePerMinute: 2 },
  citation: {
    text: 'Katoh K., Standley D. M., MAFFT multiple sequence alignment software version 7: improvements in performance and usability, Mol. Biol. Evol. 30 (2013) 772-780',
    doi: '10.1093/molbev/mst010',
  },
  license: 'BSD-3-Clause',
  requires: [programs.mafft],
  log: ['stderr'],
} satisfies ToolContract;
