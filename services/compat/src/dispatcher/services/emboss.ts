import type { Fields } from '../../http/fields.ts';
import { number, oneOf } from '../../http/readParameters.ts';
import { kindOf, sequenceOf, textInput } from '../inputs.ts';
import { double, fileOfPort, fixed, flag, ofInput, type Parameter, plainText, type Service } from '../service.ts';

const blosums = ['30', '35', '40', '45', '50', '55', '60', '62', '65', '70', '75', '80', '85', '90'];

/** The names of matrices in EMBOSS, and those of the tool, which has fewer and says so. */
const matrices = {
  ...Object.fromEntries(blosums.map((n) => [`EBLOSUM${n}`, { matrix: `BLOSUM${n}` }])),
  ...Object.fromEntries(['30', '70', '120', '250'].map((n) => [`EPAM${n}`, { matrix: `PAM${n}` }])),
  EDNAFULL: { matrix: 'EDNAFULL' },
};

const parameters: Record<string, Parameter> = {
  asequence: ofInput('First sequence', 'In FASTA, or a bare sequence'),
  bsequence: ofInput('Other sequences', 'In FASTA, or a bare sequence'),
  stype: ofInput('Sequence type', 'protein or dna; by default what the letters say'),
  matrix: {
    name: 'Matrix',
    description: 'EBLOSUM62 for proteins and EDNAFULL for DNA unless it is given',
    type: 'STRING',
    read: oneOf(matrices),
  },
  gapopen: double({ name: 'Gap open', description: 'Cost of a gap', default: '10' }, number('gap_open')),
  gapext: double(
    { name: 'Gap extend', description: 'Cost of each further position', default: '0.5' },
    number('gap_extend'),
  ),
  format: fixed('Format', ['pair'], 'the alignment is also in FASTA'),
};

function inputs(fields: Fields) {
  const [first, others] = [sequenceOf(fields, 'asequence'), sequenceOf(fields, 'bsequence')];
  const kind = kindOf(fields, first + others);
  return {
    inputs: [textInput('query', kind, first), textInput('targets', kind, others)],
    names: ['asequence', 'bsequence'],
    settings: {},
  };
}

const resultTypes: Service['resultTypes'] = (files) => [
  ...fileOfPort(files, 'pairs', plainText('out', "Alignments in EMBOSS's format pair")),
  ...fileOfPort(files, 'pairs', plainText('aln', "Alignments in EMBOSS's format pair")),
  ...fileOfPort(files, 'alignment', plainText('aln-fasta', 'An aligned pair in FASTA', 'fasta')),
];

export const needle: Service = {
  id: 'emboss_needle',
  tool: 'pairwise-align',
  parameters: {
    ...parameters,
    endweight: flag(
      { name: 'End gaps', description: 'Gaps at the ends cost, too', default: 'false' },
      { end_gap_penalty: true },
      { end_gap_penalty: false },
    ),
    endopen: double({ name: 'End gap open', description: 'With endweight', default: '10' }, number('end_gap_open')),
    endextend: double(
      { name: 'End gap extend', description: 'With endweight', default: '0.5' },
      number('end_gap_extend'),
    ),
  },
  defaults: { mode: 'global' },
  inputs,
  adjust({ end_gap_open, end_gap_extend, ...settings }) {
    return settings.end_gap_penalty ? { ...settings, end_gap_open, end_gap_extend } : settings;
  },
  resultTypes,
};

export const water: Service = {
  id: 'emboss_water',
  tool: 'pairwise-align',
  parameters,
  defaults: { mode: 'local' },
  inputs,
  resultTypes,
};
