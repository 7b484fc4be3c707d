import * as Type from 'typebox';
import type { ToolContract, ToolInputSlot } from '../contract.ts';
import { geneticCodeNames, geneticCodes } from '../shared/geneticCodes.ts';
import { notePorts } from '../shared/notes.ts';
import { filePort, itemsPort } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';
import { plainCapabilities } from '../shared/slots.ts';

export const orf = Type.Object(
  {
    id: Type.String({ description: 'Name of the sequence and rank of the reading frame' }),
    sequence: Type.String(),
    strand: Type.Enum(['+', '-']),
    frame: Type.Integer({ minimum: 1, maximum: 3, description: 'Counted from the 5′ end of the strand' }),
    start: Type.Integer({ minimum: 1, description: 'On the forward strand, always below the end' }),
    end: Type.Integer({
      minimum: 1,
      description:
        'With the stop codon; greater than the length of a circular sequence where the frame crosses its origin',
    }),
    aa: Type.Integer({ minimum: 1, description: 'Amino acids' }),
    complete: Type.Boolean({
      description: 'False where the sequence, or one turn of a circle, ends before a stop codon',
    }),
  },
  { additionalProperties: false },
);

export const sequences = {
  id: 'sequences',
  label: 'DNA sequences',
  min: 1,
  max: 20,
  acceptedKinds: ['dna'],
  acceptedFormats: ['FASTA', 'TEXT'],
  defaultKind: 'dna',
  capabilities: plainCapabilities({ min: 1, max: 1000 }, { maxResidues: 2_000_000, externalSources: [] }),
} satisfies ToolInputSlot;

export const contract = {
  id: 'orf-finder',
  name: 'ORF finder',
  description: 'six-frame ORFs and translations, all genetic codes, linear or circular',
  category: 'Sequence',
  tags: ['dna', 'orf', 'translation', 'open reading frame', 'gene prediction'],
  version: '1.2.1',
  slots: [sequences],
  settings: settingsOf({
    min_aa: Type.Integer({ minimum: 10, maximum: 5000, default: 30, description: 'Least number of amino acids' }),
    start: Type.Enum(['ATG', 'ATG+alt'], {
      default: 'ATG',
      description: 'Codons that may start a reading frame: ATG, or all start codons of the genetic code',
    }),
    table: Type.Enum(geneticCodes, { default: 11, description: `Genetic code of NCBI: ${geneticCodeNames}` }),
    nested: Type.Enum(['keep', 'drop'], {
      default: 'keep',
      description: 'Frames that lie completely within a longer one, on either strand: listed, or dropped',
    }),
    circular: Type.Boolean({
      default: false,
      description:
        'Whether the sequences are circles, as plasmids and mitochondrial genomes are: frames may cross the origin',
    }),
  }),
  ports: [
    itemsPort('orfs', 'Open reading frames, longest first', orf, false),
    filePort('proteins', 'Translations', { kind: 'protein', format: 'FASTA', required: false }),
    filePort('nucleotides', 'DNA of the reading frames', { kind: 'dna', format: 'FASTA', required: false }),
    filePort('gff', 'Open reading frames as GFF3', { format: 'GFF3' }),
    ...notePorts,
  ],
  limits: { wallSeconds: 60, memoryMiB: 512, cpuCores: 1, outputMiB: 128 },
  credit: { mode: 'fixed', base: 1, perUnit: 0, unit: 'sequence' },
  citation: {
    text: 'Rice P., Longden I., Bleasby A., EMBOSS: the European Molecular Biology Open Software Suite, Trends Genet. 16 (2000) 276-277',
    doi: '10.1016/S0168-9525(00)02024-2',
  },
  license: 'Apache-2.0',
  requires: [],
} satisfies ToolContract;
