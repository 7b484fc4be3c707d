import { contentTypes } from '@rotamer/formats/formats.ts';
import * as Type from 'typebox';
import type { ToolContract, ToolInputSlot } from '../contract.ts';
import { notePorts } from '../shared/notes.ts';
import { filePort, picturePort } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';
import { plainCapabilities } from '../shared/slots.ts';
import { matrixNames } from './substitution.ts';

const position = Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]);

export const alignmentItem = Type.Object(
  {
    query: Type.String(),
    target: Type.String(),
    score: Type.Number(),
    length: Type.Integer({ description: 'Alignment columns, end gaps included' }),
    identity: Type.Integer({
      description: 'Columns with the same known residue: U and T are one base, ambiguity codes are never identical',
    }),
    identity_pct: Type.Number({ description: 'Identity as a percentage of the length, as EMBOSS needle prints it' }),
    compared: Type.Integer({ description: 'Columns with a known residue of both' }),
    identity_compared_pct: Type.Union([Type.Number(), Type.Null()], {
      description: 'Identity as a percentage of these columns; null without any',
    }),
    similarity: Type.Integer({ description: 'Columns with the same known residue or a positive score' }),
    gaps: Type.Integer({ description: 'Columns with a gap' }),
    unknown: Type.Integer({ description: 'Columns without a gap where either has an ambiguity code (N, X, B, …)' }),
    query_start: Type.Unsafe<number | null>({ ...position, description: '1-based first aligned residue' }),
    query_end: Type.Unsafe<number | null>({ ...position, description: '1-based last aligned residue' }),
    target_start: Type.Unsafe<number | null>({ ...position, description: '1-based first aligned residue' }),
    target_end: Type.Unsafe<number | null>({ ...position, description: '1-based last aligned residue' }),
    query_length: Type.Integer({ description: 'Residues of the whole query' }),
    target_length: Type.Integer({ description: 'Residues of the whole target' }),
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

/** Returns a setting that may be null, which means the cost of an inner gap. */
const orGapCost = (schema: object, inside: string) =>
  Type.Unsafe<number | null>({
    anyOf: [schema, { type: 'null' }],
    default: null,
    description: `With end_gap_penalty: the same for gaps at the ends; null is ${inside}`,
  });

export const contract = {
  id: 'pairwise-align',
  name: 'Pairwise alignment',
  description: 'Needleman-Wunsch or Smith-Waterman, affine gaps; BLOSUM, PAM or EDNAFULL',
  category: 'Alignment',
  tags: [
    'protein',
    'dna',
    'alignment',
    'align two proteins',
    'align two sequences',
    'needleman-wunsch',
    'smith-waterman',
    'identity',
    'needle',
    'water',
  ],
  version: '2.1.0',
  slots: [query, targets],
  settings: settingsOf({
    mode: Type.Enum(['global', 'local'], { default: 'global' }),
    gap_open: Type.Number({ minimum: 1, maximum: 100, default: 10, description: 'Cost of the first gap position' }),
    gap_extend: Type.Number({ minimum: 0, maximum: 10, default: 0.5, description: 'Cost of each further position' }),
    end_gap_penalty: Type.Boolean({ default: false, description: 'Global mode: penalise gaps at the ends' }),
    end_gap_open: orGapCost({ type: 'number', minimum: 0, maximum: 100 }, 'gap_open'),
    end_gap_extend: orGapCost({ type: 'number', minimum: 0, maximum: 10 }, 'gap_extend'),
    matrix: Type.Enum([...matrixNames], {
      default: 'AUTO',
      description:
        'AUTO is BLOSUM62 for proteins and EDNAFULL for dna, as in EMBOSS. EDNAFULL scores +5 for equal and -4 for ' +
        'different bases, and ambiguity codes by the bases that they may be; IDENTITY does the same for amino acids',
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
      headings: { identity: { title: 'Identical columns' }, similarity: { title: 'Similar columns' } },
    },
    {
      id: 'alignment',
      label: 'Aligned pair',
      type: 'file',
      kind: 'msa',
      format: 'AFA',
      contentType: contentTypes.AFA,
      // A local alignment without a positive score has no columns to write.
      required: false,
    },
    filePort('pairs', 'Aligned pairs, best score first, in the format pair of EMBOSS', {
      format: 'TEXT',
      required: false,
    }),
    picturePort('Picture of an aligned pair', false),
    ...notePorts,
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
