import { databaseOf } from '../../databases.ts';
import { number } from '../../http/readParameters.ts';
import { kindOf, sequenceOf, textInput } from '../inputs.ts';
import {
  choice,
  double,
  fileOfPort,
  fixed,
  flag,
  integer,
  ofDisplay,
  ofInput,
  plainText,
  type Service,
} from '../service.ts';

const matrices = ['BLOSUM45', 'BLOSUM50', 'BLOSUM62', 'BLOSUM80', 'BLOSUM90', 'PAM30', 'PAM70', 'PAM120', 'PAM240'];

const noScores = 'give thresholds as E-values';

const shared = {
  sequence: ofInput('Query', 'A protein in FASTA, or a bare sequence'),
  domE: double(
    { name: 'Domain E-value', description: 'Largest conditional E-value of a domain' },
    number('domain_evalue'),
  ),
  nobias: flag(
    { name: 'No bias filter', description: 'Keep hits by composition', default: 'false' },
    { bias_filter: false },
    { bias_filter: true },
  ),
  alignView: ofDisplay('Alignments'),
  T: fixed('Score', [], noScores),
  domT: fixed('Domain score', [], noScores),
  incT: fixed('Inclusion score', [], noScores),
  incdomT: fixed('Domain inclusion score', [], noScores),
};

/** phmmer: one protein against proteins. */
export const phmmer: Service = {
  id: 'hmmer3_phmmer',
  tool: 'phmmer-search',
  parameters: {
    ...shared,
    database: ofInput('Database', 'The id of a dataset, or of a saved FASTA file'),
    E: double({ name: 'E-value', description: 'Largest E-value of a hit', default: '10' }, number('evalue')),
    evalue: double({ name: 'E-value', description: 'Another name of E' }, number('evalue')),
    incE: double(
      { name: 'Inclusion E-value', description: 'Largest E-value in the alignment' },
      number('inclusion_evalue'),
    ),
    nhits: integer({ name: 'Hits', description: 'Most hits' }, number('max_hits')),
    incdomE: double(
      { name: 'Inclusion of domains', description: 'Largest conditional E-value of a domain in the alignment' },
      number('inclusion_domain_evalue'),
    ),
    popen: double({ name: 'Gap open', description: 'Probability that a gap opens' }, number('gap_open')),
    pextend: double({ name: 'Gap extend', description: 'Probability that a gap goes on' }, number('gap_extend')),
    mx: choice(
      { name: 'Matrix', description: 'Scores of amino acids', default: 'BLOSUM62' },
      Object.fromEntries(matrices.map((matrix) => [matrix, { matrix }])),
    ),
  },
  defaults: { evalue: 10, report: true },
  inputs(fields, aliases) {
    const database = databaseOf(fields.get('database') ?? '', aliases, { kind: 'protein' });
    return {
      inputs: [textInput('query', 'protein', sequenceOf(fields, 'sequence')), ...database.inputs],
      names: ['sequence', 'database'],
      settings: database.settings,
    };
  },
  resultTypes: (files) => [
    ...fileOfPort(files, 'report', plainText('out', "HMMER's report, with alignments")),
    ...fileOfPort(files, 'domains_table', plainText('domtbl', "Domains in HMMER's own table", 'domtbl')),
    ...fileOfPort(files, 'hits_table', plainText('tsv', 'Hits as a table', 'tsv')),
    ...fileOfPort(files, 'hits_alignment', plainText('sto', 'Alignment of the hits', 'sto')),
    ...fileOfPort(files, 'hit_sequences', plainText('fasta', 'Sequences of the hits', 'fasta')),
  ],
};

/** nhmmer: one sequence of DNA or RNA against nucleotide sequences. */
export const nhmmer: Service = {
  id: 'hmmer3_nhmmer',
  tool: 'nhmmer-search',
  parameters: {
    sequence: ofInput('Query', 'DNA or RNA in FASTA, or a bare sequence'),
    database: ofInput('Database', 'The id of a dataset of nucleotides, or of a saved FASTA file'),
    E: double({ name: 'E-value', description: 'Largest E-value of a hit', default: '10' }, number('evalue')),
    incE: double(
      { name: 'Inclusion E-value', description: 'Largest E-value in the alignment' },
      number('inclusion_evalue'),
    ),
    nhits: integer({ name: 'Hits', description: 'Most hits' }, number('max_hits')),
    ...{ nobias: shared.nobias, alignView: shared.alignView, T: shared.T, incT: shared.incT },
    popen: fixed('Gap open', [], 'gaps have the probabilities of nhmmer'),
    pextend: fixed('Gap extend', [], 'gaps have the probabilities of nhmmer'),
  },
  defaults: { evalue: 10 },
  inputs(fields, aliases) {
    const sequence = sequenceOf(fields, 'sequence');
    const database = databaseOf(fields.get('database') ?? '', aliases, { kind: 'dna' });
    return {
      inputs: [textInput('query', kindOf(fields, sequence), sequence), ...database.inputs],
      names: ['sequence', 'database'],
      settings: database.settings,
    };
  },
  resultTypes: (files) => [
    ...fileOfPort(files, 'hits_table', plainText('out', 'Hits as a table')),
    ...fileOfPort(files, 'hits_table', plainText('tsv', 'Hits as a table', 'tsv')),
    ...fileOfPort(files, 'hits_alignment', plainText('sto', 'Alignment of the hits', 'sto')),
    ...fileOfPort(files, 'matched_nucleotides', plainText('fasta', 'Regions that were matched', 'fasta')),
    ...fileOfPort(files, 'picture', {
      identifier: 'visual-svg',
      label: 'Hits along the query',
      suffix: 'svg',
      mediaType: 'image/svg+xml',
    }),
  ],
};

/** hmmscan: proteins against profiles, such as Pfam. */
export const hmmscan: Service = {
  id: 'hmmer3_hmmscan',
  tool: 'domain-scan',
  parameters: {
    ...shared,
    database: ofInput('Database', 'The id of a dataset of profiles, such as pfam, or of a saved HMM file'),
    cut_ga: flag(
      { name: 'Gathering cutoffs', description: "The profiles' own thresholds, in place of E-values", default: 'true' },
      { cutoffs: 'ga' },
      { cutoffs: 'none' },
    ),
    E: double({ name: 'E-value', description: 'Largest E-value of a profile' }, number('evalue')),
    incE: fixed('Inclusion E-value', [], 'E decides what is reported'),
    incdomE: fixed('Inclusion of domains', [], 'domE decides what is reported'),
    nhits: fixed('Hits', [], 'all domains are reported'),
  },
  defaults: { cutoffs: 'ga' },
  inputs(fields, aliases) {
    const database = databaseOf(fields.get('database') ?? '', aliases, {
      kind: 'hmm',
      format: 'HMM',
      slot: 'profiles',
    });
    return {
      inputs: [textInput('sequences', 'protein', sequenceOf(fields, 'sequence')), ...database.inputs],
      names: ['sequence', 'database'],
      settings: database.settings,
    };
  },
  resultTypes: (files) => [
    ...fileOfPort(files, 'domtblout', plainText('out', "All domains in HMMER's own table")),
    ...fileOfPort(files, 'domtblout', plainText('domtbl', "All domains in HMMER's own table", 'domtbl')),
    ...fileOfPort(files, 'domains_table', plainText('tsv', 'Domains as a table', 'tsv')),
    ...fileOfPort(files, 'picture', {
      identifier: 'visual-svg',
      label: 'Domains along the query',
      suffix: 'svg',
      mediaType: 'image/svg+xml',
    }),
  ],
};
