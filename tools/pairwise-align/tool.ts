import * as Type from 'typebox';
import type { ToolContract, ToolInputSlot } from '../contract.ts';
import { picturePort } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';
import { plainCapabilities } from '../shared/slots.ts';
import { contentTypes } from '../shared/vocabulary.ts';

const position = Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]);

export const alignmentItem = Type.Object(
  {
    query: Type.String(),
    target: Type.String(),
    score: Type.Number(),
    length: Type.Integer({ description: 'Alignment columns, end gaps included' }),
    identity: Type.Integer({ description: 'Columns with identical letters' }),
    identity_pct: Type.Number({ description: 'Identity as a percentage of the length' }),
    similarity: Type.Integer({ description: 'Columns with the same letter or a positive score' }),
    gaps: Type.Integer({ description: 'Columns with a gap' }),
    query_start: Type.Unsafe<number | null>({ ...position, description: '1-based first aligned residue' }),
    target_start: Type.Unsafe<number | null>({ ...position, description: '1-based first aligned residue' }),
  },
  { additionalProperties: false },
);

const sequenceSlot = {
  acceptedKinds: ['protein', 'dna'],
  acceptedFormats: ['FASTA'],
  defaultKind: 'protein',
} satisfies Partial<ToolInputSlot>;

const maxResidues = 100_000;

export const query = {
  id: 'query',
  label: 'Query sequence',
  min: 1,
  max: 1,
  ...sequenceSlot,
  capabilities: plainCapabilities({ min: 1, max: 1 }, { maxResidues, externalSources: ['uniprot'] }),
} satisfies ToolInputSlot;

export const targets = {
  id: 'targets',
  label: 'Target sequences',
  description: 'Each is aligned with the query; a pair may have at most 25 million cells (product of the lengths)',
  min: 1,
  max: 100,
  ...sequenceSlot,
  capabilities: plainCapabilities({ min: 1, max: 2000 }, { maxResidues, externalSources: ['uniprot'] }),
} satisfies ToolInputSlot;

export const contract = {
  id: 'pairwise-align',
  name: 'Pairwise alignment',
  description: 'Needleman-Wunsch or Smith-Waterman, affine gaps, BLOSUM62',
  category: 'Alignment',
  tags: ['protein', 'alignment'],
  version: '1.1.0',
  slots: [query, targets],
  settings: settingsOf({
    mode: Type.Enum(['global', 'local'], { default: 'global' }),
    gap_open: Type.Number({ minimum: 1, maximum: 100, default: 10, description: 'Cost of the first gap position' }),
    gap_extend: Type.Number({ minimum: 0, maximum: 10, default: 0.5, description: 'Cost of each further position' }),
    end_gap_penalty: Type.Boolean({ default: false, description: 'Global mode: penalise end gaps like other gaps' }),
    matrix: Type.Enum(['BLOSUM62', 'IDENTITY'], {
      default: 'BLOSUM62',
      description: 'IDENTITY scores +5 for equal and -4 for different letters; use it for dna',
    }),
  }),
  ports: [
    {
      id: 'alignments',
      label: 'Alignments, best score first',
      type: 'items',
      kind: 'table',
      format: 'JSON',
      contentType: contentTypes.JSON,
      required: true,
      schema: alignmentItem,
    },
    {
      id: 'alignment',
      label: 'Aligned pair',
      type: 'file',
      kind: 'msa',
      format: 'AFA',
      contentType: contentTypes.AFA,
      // A local alignment without one positive score has no columns to write.
      required: false,
    },
    picturePort('Picture of an aligned pair', false),
  ],
  limits: { wallSeconds: 60, memoryMiB: 512, cpuCores: 1, outputMiB: 256 },
  credit: { mode: 'fixed', base: 1, perUnit: 0, unit: 'alignment' },
  citation: {
    text: 'Gotoh O., An improved algorithm for matching biological sequences, J. Mol. Biol. 162 (1982) 705-708',
    doi: '10.1016/0022-2836(82)90398-9',
  },
  license: 'Apache-2.0',
  requires: [],
} satisfies ToolContract;
