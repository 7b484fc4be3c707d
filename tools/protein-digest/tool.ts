import * as Type from 'typebox';
import type { ToolContract } from '../contract.ts';
import { filePort, itemsPort } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';
import { proteinSlot } from '../shared/slots.ts';
import { type Enzyme, enzymes } from './digest.ts';

const numberOrNull = Type.Union([Type.Number(), Type.Null()]);

export const peptide = Type.Object(
  {
    protein: Type.String({ description: 'First word of the FASTA header' }),
    start: Type.Integer({ minimum: 1 }),
    end: Type.Integer({ minimum: 1 }),
    missed: Type.Integer({ minimum: 0, description: 'Missed cleavages' }),
    sequence: Type.String(),
    mono_mh: Type.Unsafe<number | null>({
      ...numberOrNull,
      description: 'Monoisotopic mass of [M+H]+, unmodified; null for a peptide with B, J, X or Z',
    }),
    gravy: Type.Unsafe<number | null>({
      ...numberOrNull,
      description: 'Mean hydropathy (Kyte-Doolittle); null for a peptide with B, J, X or Z',
    }),
  },
  { additionalProperties: false },
);

export const sequences = proteinSlot();

export const contract = {
  id: 'protein-digest',
  name: 'In-silico digest',
  description: 'peptides with monoisotopic [M+H]+',
  category: 'Sequence',
  tags: ['proteomics', 'peptides'],
  version: '1.0.0',
  slots: [sequences],
  settings: settingsOf({
    enzyme: Type.Enum(Object.keys(enzymes) as Enzyme[], {
      default: 'trypsin',
      description:
        'trypsin cuts behind K and R unless P follows, lys-c behind K, glu-c behind E, cnbr behind M, ' +
        'chymotrypsin behind F, W and Y unless P follows',
    }),
    missed_cleavages: Type.Integer({ minimum: 0, maximum: 3, default: 0 }),
    min_length: Type.Integer({ minimum: 1, maximum: 100, default: 5 }),
    max_length: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
  }),
  ports: [
    itemsPort('peptides', 'Peptides', peptide),
    filePort('peptides_fasta', 'Peptides as FASTA', { kind: 'protein', format: 'FASTA' }),
    filePort('peptides_table', 'Peptides as a table', { kind: 'table', format: 'TSV' }),
  ],
  limits: { wallSeconds: 60, memoryMiB: 512, cpuCores: 1, outputMiB: 128 },
  credit: { mode: 'fixed', base: 1, perUnit: 0, unit: 'sequence' },
  citation: {
    text: 'Gasteiger E. et al., Protein Identification and Analysis Tools on the ExPASy Server, The Proteomics Protocols Handbook (2005) 571-607',
    doi: '10.1385/1-59259-890-0:571',
  },
  license: 'Apache-2.0',
  requires: [],
} satisfies ToolContract;
