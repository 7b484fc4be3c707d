import * as Type from 'typebox';
import type { ToolContract } from '../contract.ts';
import { geneticCodeNames, geneticCodes } from '../shared/geneticCodes.ts';
import { notePorts } from '../shared/notes.ts';
import { nucleotideSlot } from '../shared/nucleotideSlot.ts';
import { filePort, itemsPort } from '../shared/ports.ts';
import { settingsOf } from '../shared/settings.ts';

export const translation = Type.Object(
  {
    id: Type.String({ description: 'Name of the protein in the FASTA file' }),
    sequence: Type.String({ description: 'Name of the nucleotide sequence' }),
    frame: Type.Integer({
      description: '1 to 3 on the given strand, -1 to -3 on the other, each counted from its 5′ end',
    }),
    start: Type.Integer({ minimum: 1, description: 'First base on the forward strand' }),
    end: Type.Integer({ minimum: 1, description: 'Last base of a whole codon on the forward strand' }),
    codons: Type.Integer(),
    aa: Type.Integer({ description: 'Letters of the protein as it was written' }),
    stops: Type.Integer({ description: 'Stop codons, one at the end included' }),
    unknown: Type.Integer({
      description:
        'Codons with ambiguity codes that may be several amino acids: X; B for D or N, Z for E or Q, J for I or L',
    }),
    rest: Type.Integer({ description: 'Bases behind the last whole codon' }),
  },
  { additionalProperties: false },
);

export const sequences = nucleotideSlot();

export const contract = {
  id: 'translate',
  name: 'Translation',
  description: 'Nucleotides to proteins: one frame, three or six, all genetic codes',
  category: 'Sequence',
  tags: ['dna', 'rna', 'translation', 'genetic code', 'translate DNA', 'six frames', 'protein from DNA'],
  version: '1.1.0',
  slots: [sequences],
  settings: settingsOf({
    frame: Type.Enum(['1', '2', '3', '-1', '-2', '-3', 'forward', 'reverse', 'all'], {
      default: '1',
      description: 'One frame, the three of a strand, or all six; -1 begins with the last base',
    }),
    table: Type.Enum(geneticCodes, { default: 1, description: `Genetic code of NCBI: ${geneticCodeNames}` }),
    stops: Type.Enum(['star', 'drop_last', 'cut', 'x'], {
      default: 'drop_last',
      description:
        'Stop codons: * for all, * for all but one at the end, nothing from the first one on, or X, which programs that do not know * take',
    }),
    first_is_met: Type.Boolean({
      default: false,
      description: 'Read a first codon that is a start codon of the genetic code as M, as in a coding sequence',
    }),
  }),
  ports: [
    itemsPort('translations', 'Translations', translation),
    filePort('proteins', 'Proteins', { kind: 'protein', format: 'FASTA', required: false }),
    ...notePorts,
  ],
  limits: { wallSeconds: 60, memoryMiB: 512, cpuCores: 1, outputMiB: 128 },
  credit: { mode: 'fixed', base: 1, perUnit: 0, unit: 'sequence' },
  citation: {
    text: 'NCBI Taxonomy, The Genetic Codes, compiled by A. Elzanowski and J. Ostell',
    url: 'https://www.ncbi.nlm.nih.gov/Taxonomy/Utils/wprintgc.cgi',
  },
  license: 'Apache-2.0',
  requires: [],
} satisfies ToolContract;
