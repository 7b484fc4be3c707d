import { BadRequest } from '../http/badRequest.ts';
import { number, numberOf, oneOf, only, type Reader, type Readers, shown, text } from '../http/readParameters.ts';
import { entrezQuery } from './entrezQuery.ts';

/** Each program of BLAST, with the kinds of sequences that it compares. */
export const programs: Record<string, { query: 'protein' | 'dna'; database: 'protein' | 'dna' }> = {
  blastp: { query: 'protein', database: 'protein' },
  blastn: { query: 'dna', database: 'dna' },
  blastx: { query: 'dna', database: 'protein' },
  tblastn: { query: 'protein', database: 'dna' },
  tblastx: { query: 'dna', database: 'dna' },
};

/** `11 1`: the costs to open and to extend a gap. */
const gapCosts: Reader = (given) => {
  const costs = given.split(/[\s,]+/);
  if (costs.length !== 2) throw new BadRequest(`must be two numbers, such as 11 1, not '${given}'`);
  return { gap_open: numberOf(costs[0]!), gap_extend: numberOf(costs[1]!) };
};

/** `F`, `L`, `mL`: whether regions of low complexity are masked; `m` masks them only where alignments start. */
const filter: Reader = (given) => {
  const letters = given.replaceAll(/[;\s]/g, '').toUpperCase();
  if (['F', 'NONE', 'FALSE'].includes(letters)) return { low_complexity: false };
  if (/^M?[TL]$|^TRUE$/.test(letters)) return { low_complexity: true, soft_masking: letters.startsWith('M') };
  throw new BadRequest(`'${given}' is not supported: use F, T, L or mL`);
};

const yes = { true: {}, on: {}, yes: {}, t: {}, '1': {} };
const no = ['false', 'off', 'no', 'f', 'F', '0'];

/**
 * The parameters of `CMD=Put` and the settings of the tool `blast-search` (https://blast.ncbi.nlm.nih.gov/doc/blast-help/urlapi.html,
 * and those that Biopython's qblast sends besides). PROGRAM, DATABASE and QUERY are read elsewhere.
 */
export const searchParameters: Readers = {
  EXPECT: number('evalue'),
  HITLIST_SIZE: number('max_target_seqs'),
  MAX_NUM_SEQ: number('max_target_seqs'),
  HSP_RANGE_MAX: number('max_hsps'),
  WORD_SIZE: number('word_size'),
  GAPCOSTS: gapCosts,
  MATRIX: text('matrix'),
  MATRIX_NAME: text('matrix'),
  NUCL_REWARD: number('reward'),
  NUCL_PENALTY: number('penalty'),
  PERC_IDENT: number('perc_identity'),
  GENETIC_CODE: number('query_gencode'),
  DB_GENETIC_CODE: number('db_gencode'),
  COMPOSITION_BASED_STATISTICS: number('comp_based_stats'),
  FILTER: filter,
  MEGABLAST: oneOf({
    ...Object.fromEntries(Object.keys(yes).map((word) => [word, { task: 'megablast' }])),
    ...Object.fromEntries(no.map((word) => [word, {}])),
  }),
  SERVICE: oneOf({ plain: {}, megablast: { task: 'megablast' } }),
  ENTREZ_QUERY: entrezQuery,
  EQ_TEXT: entrezQuery,
  QUERY_FROM: only(['0', '1'], 'send the part of the query that is to be searched'),
  QUERY_TO: only(['0'], 'send the part of the query that is to be searched'),
  LCASE_MASK: only(no, 'lower case masks nothing'),
  UNGAPPED_ALIGNMENT: only(no, 'all alignments may have gaps'),
  OTHER_ADVANCED: only([], 'use the parameters of the URL API'),
  PHI_PATTERN: only([], 'PHI-BLAST is not available'),
  I_THRESH: only([], 'PSI-BLAST is not available'),
  THRESHOLD: only([], "the threshold of words is the task's own"),
  SEARCHSP_EFF: only(['0'], "the search space is the database's own"),
  TEMPLATE_TYPE: only([], 'discontiguous words are those of the task dc-megablast'),
  TEMPLATE_LENGTH: only([], 'discontiguous words are those of the task dc-megablast'),
  QUERY_FILE: only([], 'send the text of the file as QUERY'),
  // These change only how a report looks, or name who asks.
  ...Object.fromEntries(
    [
      ...[
        'ALIGNMENTS',
        'ALIGNMENT_VIEW',
        'AUTO_FORMAT',
        'BLAST_PROGRAMS',
        'CLIENT',
        'DESCRIPTIONS',
        'EMAIL',
        'ENDPOINTS',
      ],
      ...[
        'ENTREZ_LINKS_NEW_WINDOW',
        'FORMAT_OBJECT',
        'FORMAT_TYPE',
        'GET_SEQUENCE',
        'JOB_TITLE',
        'KEY',
        'LAYOUT',
        'NCBI_GI',
      ],
      ...[
        'NEWWIN',
        'PAGE',
        'PAGE_TYPE',
        'QUERY_BELIEVE_DEFLINE',
        'SHOW_LINKOUT',
        'SHOW_OVERVIEW',
        'TOOL',
        'USER_DEFAULT_PROG_TYPE',
      ],
    ].map((name) => [name, shown]),
  ),
};

/** Parameters of `CMD=Put` that are not in the table, because they need each other. */
export const otherParameters = ['CMD', 'PROGRAM', 'DATABASE', 'QUERY', 'SHORT_QUERY_ADJUST', 'WWW_BLAST_TYPE'];

/** Returns whether `SHORT_QUERY_ADJUST` is on. */
export const isOn = (given: string | undefined): boolean => given !== undefined && given.toLowerCase() in yes;
