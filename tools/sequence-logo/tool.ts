import * as Type from 'typebox';
import type { ToolContract } from '../contract.ts';
import { alphabetSetting } from '../shared/msa/alphabetSetting.ts';
import { notePorts } from '../shared/notes.ts';
import { filePort, itemsPort, picturePort } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';
import { alignmentSlot } from '../shared/slots.ts';

export const logoColumn = Type.Object(
  {
    column: Type.Integer({ minimum: 1 }),
    known: Type.Integer({ description: 'Rows with a known residue: neither a gap nor an ambiguity code' }),
    entropy_bits: Type.Union([Type.Number(), Type.Null()], { description: 'Of the known residues; null without any' }),
    correction_bits: Type.Number({
      description: 'For a small sample: (s - 1) / (2 ln 2 n); 0 where it is switched off',
    }),
    information_bits: Type.Number({ description: 'Height of the stack: log2 s - entropy - correction, at least 0' }),
    heights: Type.Record(Type.String(), Type.Number(), {
      description: 'Bits of each letter of the stack, largest first',
    }),
  },
  { additionalProperties: false },
);

export const alignment = alignmentSlot({ minRows: 1 });

export const contract = {
  id: 'sequence-logo',
  name: 'Sequence logo',
  description: 'Information content of alignment columns as stacks of letters',
  category: 'Alignment',
  tags: ['msa', 'logo', 'motif', 'picture', 'weblogo'],
  version: '1.0.1',
  slots: [alignment],
  settings: settingsOf({
    alphabet: alphabetSetting,
    unit: Type.Enum(['bits', 'probability'], {
      default: 'bits',
      description: 'Height of a stack in the picture: its information, or 1',
    }),
    small_sample: Type.Boolean({
      default: true,
      description: 'Subtract the information that few rows have by chance, as Schneider and WebLogo 2 do',
    }),
    first: Type.Integer({ minimum: 1, maximum: 20_000, default: 1, description: 'First column of the picture' }),
    last: Type.Integer({ minimum: 1, maximum: 20_000, default: 20_000, description: 'Last column of the picture' }),
  }),
  ports: [
    itemsPort('columns', 'Columns', logoColumn),
    filePort('logo_table', 'Columns as a table', { kind: 'table', format: 'TSV' }),
    picturePort('Sequence logo'),
    ...notePorts,
  ],
  limits: { wallSeconds: 60, memoryMiB: 512, cpuCores: 1, outputMiB: 64 },
  credit: { mode: 'fixed', base: 1, perUnit: 0, unit: 'alignment' },
  citation: {
    text: 'Schneider T. D., Stephens R. M., Sequence logos: a new way to display consensus sequences, Nucleic Acids Res. 18 (1990) 6097-6100',
    doi: '10.1093/nar/18.20.6097',
  },
  license: 'Apache-2.0',
  requires: [],
} satisfies ToolContract;
