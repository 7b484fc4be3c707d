import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TProperties } from 'typebox';
import * as Type from 'typebox';
import { type Program, type Settings, ToolError, type ToolInputSlot, type ToolRun } from '../../contract.ts';
import { filterSettings } from '../datasets/filterSettings.ts';
import { datasetSetting } from '../datasets/setting.ts';
import { notePorts } from '../notes.ts';
import { filePort, itemsPort, picturePort } from '../ports.ts';
import { settingsOf } from '../settings.ts';
import { plainCapabilities } from '../slots.ts';
import { linesOf } from '../text.ts';
import { readOutput } from './outputs.ts';
import { indexOfSafeId } from './safeIds.ts';

/** Shared by the tools that search a database of sequences with HMMER. */

export const databaseSlot: ToolInputSlot = {
  id: 'database',
  label: 'Database sequences',
  description: 'The proteins that are searched',
  min: 0,
  max: 20,
  acceptedKinds: ['protein'],
  acceptedFormats: ['FASTA'],
  defaultKind: 'protein',
  capabilities: {
    ...plainCapabilities({ min: 1, max: 200_000 }, { maxResidues: 100_000, externalSources: ['uniprot'] }),
    oddRecords: 'left_out',
  },
};

const closed = { additionalProperties: false };

/** Maximum number of domains in a row. */
export const MAX_DOMAINS = 100;

export const hitItem = Type.Object(
  {
    query: Type.String(),
    target: Type.String(),
    description: Type.String(),
    evalue: Type.Number({ description: 'Of the whole sequence' }),
    score: Type.Number({ description: 'Bits, of the whole sequence' }),
    bias: Type.Number({ description: 'Bits that the composition of the sequence explains' }),
    domains: Type.Array(
      Type.Object(
        {
          start: Type.Integer({ description: 'In the target, counted from 1' }),
          end: Type.Integer(),
          query_start: Type.Integer({ description: 'In the query or profile' }),
          query_end: Type.Integer(),
          evalue: Type.Number({ description: 'Independent E-value' }),
          score: Type.Number(),
        },
        closed,
      ),
      { description: `At most ${MAX_DOMAINS}` },
    ),
  },
  closed,
);

export const searchItem = Type.Object(
  { query: Type.String(), hits: Type.Integer(), searched: Type.Integer({ description: 'Sequences of the database' }) },
  closed,
);

/** A search without hits is a valid result, so only the summary is required. */
export const searchPorts = [
  itemsPort('summary', 'Number of hits', searchItem),
  itemsPort('hits', 'Hits, best first', hitItem, false),
  filePort('hit_sequences', 'Sequences of the hits', { kind: 'protein', format: 'FASTA', required: false }),
  filePort('hits_alignment', 'Alignment of the hits', { kind: 'msa', format: 'STOCKHOLM', required: false }),
  filePort('hits_table', 'Hits as a table', { kind: 'table', format: 'TSV' }),
  filePort('report', "HMMER's own report, with the alignments of all domains", { format: 'TEXT', required: false }),
  filePort('domains_table', "Domains in HMMER's own table (--domtblout)", { format: 'TEXT' }),
  picturePort('Hits along a query', false),
  ...notePorts,
];

export const searchSettings = (more: TProperties = {}) =>
  settingsOf({
    database: datasetSetting('Proteins'),
    ...filterSettings,
    evalue: Type.Number({ minimum: 1e-300, maximum: 1000, default: 1e-3, description: 'Largest E-value of a hit' }),
    inclusion_evalue: Type.Number({
      minimum: 1e-300,
      maximum: 1000,
      default: 0.01,
      description: 'Largest E-value of what the alignment has',
    }),
    max_hits: Type.Integer({ minimum: 1, maximum: 10_000, default: 1000 }),
    domain_evalue: Type.Number({
      minimum: 1e-300,
      maximum: 1000,
      default: 10,
      description: 'Largest conditional E-value of a domain (--domE)',
    }),
    inclusion_domain_evalue: Type.Number({
      minimum: 1e-300,
      maximum: 1000,
      default: 0.01,
      description: 'Largest conditional E-value of a domain in the alignment (--incdomE)',
    }),
    max_sensitivity: Type.Boolean({
      default: false,
      description: 'Without the filters that make searches fast (--max): ten times slower',
    }),
    bias_filter: Type.Boolean({
      default: true,
      description:
        'Leave out sequences that match by their composition alone; without it (--nobias) slower, for biased families',
    }),
    database_size: Type.Integer({
      minimum: 0,
      maximum: 1_000_000_000,
      default: 0,
      description:
        'Sequences that E-values are for (-Z), to compare searches of parts of a database; 0 is those that are searched',
    }),
    report: Type.Boolean({
      default: false,
      description: "Write HMMER's own report, with the alignment of each domain",
    }),
    ...more,
  });

/** Returns the options of phmmer, jackhmmer and hmmsearch. `prefix` begins the names of their output files. */
export const searchOptions = (job: ToolRun, prefix: string, threads: number): string[] => [
  ...(job.settings.report ? [] : ['--noali', '--notextw']),
  ...['--cpu', String(threads), '--seed', '42'],
  ...thresholds(job.settings),
  // `--max` turns off all filters, including the bias filter.
  ...(job.settings.max_sensitivity ? ['--max'] : job.settings.bias_filter ? [] : ['--nobias']),
  ...(job.settings.database_size === 0 ? [] : ['-Z', String(job.settings.database_size)]),
  ...['--tblout', `${prefix}.tbl`, '--domtblout', `${prefix}.dom`, '-A', `${prefix}.sto`],
];

/** Returns the options for thresholds. The profile's own cutoffs replace all of them. */
export function thresholds({ cutoffs = 'none', ...settings }: Settings): string[] {
  if (cutoffs !== 'none') return [`--cut_${cutoffs}`];
  const { evalue, inclusion_evalue, domain_evalue, inclusion_domain_evalue } = settings;
  const option = (name: string, value: unknown) => (value === undefined ? [] : [name, String(value)]);
  return [
    ...['-E', String(evalue), '--incE', String(inclusion_evalue)],
    ...option('--domE', domain_evalue),
    ...option('--incdomE', inclusion_domain_evalue),
  ];
}

export interface Hit {
  index: number;
  evalue: number;
  score: number;
  bias: number;
  domains: { start: number; end: number; query_start: number; query_end: number; evalue: number; score: number }[];
}

/**
 * Returns the report of a search.
 *
 * @throws ToolError unless the report names its query and ends with `[ok]`. Given a profile without states, the program
 * exits with 0 and writes only the latter.
 */
export function readReport(program: Program, folder: string, prefix: string): string {
  const report = readOutput(program, join(folder, `${prefix}.txt`));
  if (!/^Query: /m.test(report) || !report.trimEnd().endsWith('[ok]'))
    throw new ToolError(`${program.command} did not complete its search`);
  return report;
}

/**
 * Returns the hits of a search, best first.
 *
 * @throws ToolError when the search is not complete, or names an unknown sequence.
 */
export function readHits(program: Program, folder: string, prefix: string, count: number): Hit[] {
  readReport(program, folder, prefix);
  const hits = new Map<number, Hit>();
  for (const words of rowsOf(readFileSync(join(folder, `${prefix}.tbl`), 'utf8'))) {
    const index = indexOfSafeId(words[0]!);
    if (index === undefined || index >= count) throw new ToolError(`${program.command} named an unknown sequence`);
    const [evalue, score, bias] = words.slice(4, 7).map(Number) as [number, number, number];
    hits.set(index, { index, evalue, score, bias, domains: [] });
  }
  for (const words of rowsOf(readFileSync(join(folder, `${prefix}.dom`), 'utf8'))) {
    const [query_start, query_end, start, end] = words.slice(15, 19).map(Number) as [number, number, number, number];
    const domain = { start, end, query_start, query_end, evalue: Number(words[12]), score: Number(words[13]) };
    hits.get(indexOfSafeId(words[0]!) ?? -1)?.domains.push(domain);
  }
  return [...hits.values()].sort((a, b) => b.score - a.score || a.index - b.index);
}

/** Returns the words of each row of a table of HMMER. */
export const rowsOf = (table: string): string[][] =>
  [...linesOf(table)].filter((line) => line !== '' && !line.startsWith('#')).map((line) => line.trim().split(/ +/));
