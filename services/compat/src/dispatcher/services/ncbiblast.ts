import { programs } from '../../blast/parameters.ts';
import { databaseOf } from '../../databases.ts';
import { BadRequest } from '../../http/badRequest.ts';
import { number, numberOf, type Settings, shown } from '../../http/readParameters.ts';
import { sequenceOf, textInput } from '../inputs.ts';
import {
  choice,
  double,
  fileOfPort,
  fixed,
  integer,
  ofDisplay,
  ofInput,
  plainText,
  type Service,
  text,
} from '../service.ts';

const matrices = ['BLOSUM45', 'BLOSUM50', 'BLOSUM62', 'BLOSUM80', 'BLOSUM90', 'PAM30', 'PAM70', 'PAM250'];

/** `1,-3`: the scores of equal and of different bases. */
function matchScores(given: string): Settings {
  const scores = given.split(',');
  if (scores.length !== 2) throw new BadRequest(`must be two numbers, such as 1,-3, not '${given}'`);
  return { reward: numberOf(scores[0]!), penalty: numberOf(scores[1]!) };
}

/** NCBI BLAST. Clients send a task and scores of bases for every program, so those count only where the program has them. */
export const ncbiblast: Service = {
  id: 'ncbiblast',
  tool: 'blast-search',
  parameters: {
    program: choice(
      { name: 'Program', description: 'The BLAST program', default: 'blastp' },
      Object.fromEntries(Object.keys(programs).map((program) => [program, { program }])),
    ),
    task: text({ name: 'Task', description: 'A task of blastp or blastn, such as megablast' }, (task) => ({ task })),
    stype: ofInput('Sequence type', 'protein or dna; the program decides'),
    sequence: ofInput('Query', 'Sequences in FASTA, or one bare sequence'),
    database: ofInput('Database', 'The id of a dataset, or of a saved FASTA file'),
    matrix: choice(
      { name: 'Matrix', description: 'Scores of amino acids', default: 'BLOSUM62' },
      { NONE: {}, ...Object.fromEntries(matrices.map((matrix) => [matrix, { matrix }])) },
    ),
    exp: double({ name: 'Expect', description: 'Largest E-value of a hit', default: '10' }, number('evalue')),
    scores: integer(
      { name: 'Scores', description: 'Most sequences of the database', default: '50' },
      number('max_target_seqs'),
    ),
    alignments: ofDisplay('Alignments'),
    hsps: integer({ name: 'HSPs', description: 'Most alignments with each sequence' }, number('max_hsps')),
    match_scores: text(
      { name: 'Match scores', description: 'Of equal and of different bases, such as 1,-3' },
      matchScores,
    ),
    gapopen: integer({ name: 'Gap open', description: "-1 is the matrix's own", default: '-1' }, number('gap_open')),
    gapext: integer({ name: 'Gap extend', description: "-1 is the matrix's own", default: '-1' }, number('gap_extend')),
    filter: choice(
      { name: 'Filter', description: 'Mask regions of low complexity', default: 'F' },
      {
        F: { low_complexity: false },
        T: { low_complexity: true },
        yes: { low_complexity: true },
        no: { low_complexity: false },
      },
    ),
    wordsize: integer(
      { name: 'Word size', description: 'Length of the matches that start alignments' },
      number('word_size'),
    ),
    compstats: choice(
      { name: 'Composition', description: 'Adjust scores to the composition of proteins', default: 'F' },
      Object.fromEntries(
        Object.entries({ F: 0, f: 0, D: 2, d: 2, T: 2, t: 2, '0': 0, '1': 1, '2': 2, '3': 3 }).map(([name, stats]) => [
          name,
          { comp_based_stats: stats },
        ]),
      ),
    ),
    transltable: integer(
      { name: 'Genetic code', description: 'By which queries are translated', default: '1' },
      number('query_gencode'),
    ),
    dropoff: fixed('Dropoff', ['0'], "it is the program's own"),
    gapalign: fixed('Gapped alignments', ['true'], 'all alignments may have gaps'),
    seqrange: fixed('Range of the query', ['START-END'], 'send the part of the query that is to be searched'),
    taxids: text({ name: 'Taxa', description: 'NCBI taxonomy ids, of which records are searched' }, (taxids) => ({
      taxids,
    })),
    negative_taxids: text(
      { name: 'Excluded taxa', description: 'NCBI taxonomy ids, of which no records are searched' },
      (taxids) => ({
        exclude_taxids: taxids,
      }),
    ),
    align: { ...ofDisplay('Format of alignments'), read: shown },
  },
  defaults: { evalue: 10, max_target_seqs: 50, xml: true },
  inputs(fields, aliases) {
    const program = (fields.get('program') ?? 'blastp').toLowerCase();
    const kinds = Object.hasOwn(programs, program) ? programs[program]! : programs.blastp!;
    const database = databaseOf(fields.get('database') ?? '', aliases, { kind: kinds.database });
    return {
      inputs: [textInput('queries', kinds.query, sequenceOf(fields, 'sequence')), ...database.inputs],
      names: ['sequence', 'database'],
      settings: database.settings,
    };
  },
  adjust({ task, reward, penalty, matrix, ...settings }, fields) {
    const program = fields.get('program') ?? 'blastp';
    const ofProteins = { ...(matrix !== undefined && { matrix }) };
    if (program === 'blastn') return { ...settings, task: task ?? 'blastn', reward, penalty };
    return program === 'blastp'
      ? { ...settings, ...ofProteins, task: task ?? 'blastp' }
      : { ...settings, ...ofProteins };
  },
  resultTypes: (files) => [
    ...fileOfPort(files, 'report', plainText('out', 'Alignments of the best hits')),
    ...fileOfPort(files, 'xml', {
      identifier: 'xml',
      label: "BLAST's XML",
      suffix: 'xml',
      mediaType: 'application/xml',
    }),
    ...fileOfPort(files, 'hits_table', plainText('tsv', 'All hits as a table', 'tsv')),
    ...fileOfPort(files, 'hit_sequences', plainText('fasta', 'Proteins that were hit', 'fasta')),
    ...fileOfPort(files, 'picture', {
      identifier: 'visual-svg',
      label: 'Hits along the query',
      suffix: 'svg',
      mediaType: 'image/svg+xml',
    }),
  ],
};
