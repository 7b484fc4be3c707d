import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ToolRun } from '../../contract.ts';
import { countOf, type Searched, type SearchedRecord } from '../datasets/records.ts';
import { type SequenceRecord, writeFasta } from '../fasta.ts';
import { hitsPicture } from '../pictures/hits.ts';
import { MAX_PICTURES, PICTURE } from '../ports.ts';
import { writeTsv } from '../tsv.ts';
import { type Hit, MAX_DOMAINS } from './hmmer.ts';
import { stockholmHits } from './stockholmHits.ts';

interface HitsOf {
  query: string;
  queryId: string;
  number: number;
  length: number;
  record?: SequenceRecord;
}

/**
 * Writes the hits of one query with the users' names. `length` is that of the query or profile; `record` is the query,
 * if it is a sequence. File names have the query's number; `more` is added to the summary.
 */
export function giveHits(
  job: ToolRun,
  { query, queryId, number, length, record: queried }: HitsOf,
  prefix: string,
  all: Hit[],
  records: Searched,
  more: object = {},
): void {
  const hits = all.slice(0, job.settings.max_hits as number);
  const rows = hits.map((hit) => ({ ...hit, record: records.at(hit.index)! }));
  for (const [i, { record, evalue, score, bias, domains }] of rows.entries()) {
    const { name: target, description } = record;
    const value = { query, target, description: description.slice(0, 500), evalue, score, bias };
    job.item(
      'hits',
      { ...value, domains: domains.slice(0, MAX_DOMAINS) },
      {
        sourceInputIds: [queryId, ...idOf(record)],
        rank: i + 1,
      },
    );
  }
  const place = { sourceInputIds: [...new Set([queryId, ...rows.flatMap(({ record }) => idOf(record))])] };
  const file = (name: string, extension: string) => `${name}-${number}.${extension}`;
  const columns = ['query', 'target', 'evalue', 'score', 'bias', 'domains'];
  const table = rows.map((row) => ({ ...row, query, target: row.record.name, domains: row.domains.length }));
  job.file('hits_table', file('hits', 'tsv'), writeTsv(columns, table), place);
  if (rows.length > 0)
    job.file('hit_sequences', file('hits', 'fasta'), writeFasta(rows.map(({ record }) => record)), place);
  const alignment = alignmentOf(join(job.workdir, `${prefix}.sto`), records, queried);
  if (alignment) job.file('hits_alignment', file('hits', 'sto'), alignment, place);
  if (rows.length > 0 && number <= MAX_PICTURES)
    job.file(PICTURE, file('hits', 'svg'), picture(query, length, rows), place);
  job.item('summary', { query, hits: all.length, searched: countOf(records), ...more }, place);
}

/** Returns the input of a record. A record of a dataset comes from none. */
const idOf = ({ inputId }: SearchedRecord): string[] => (inputId === undefined ? [] : [inputId]);

function picture(query: string, length: number, hits: (Hit & { record: SearchedRecord })[]): string {
  const parts = ({ domains }: Hit) =>
    domains.map(({ query_start: from, query_end: to, score }) => ({ from, to, score }));
  return hitsPicture(
    query,
    length,
    hits.map((hit) => ({ name: hit.record.name, evalue: hit.evalue, parts: parts(hit) })),
  );
}

/** Returns undefined when the search found nothing to align. */
function alignmentOf(path: string, records: Searched, query?: SequenceRecord): string | undefined {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  return text.trim() === '' ? undefined : stockholmHits(text, records, query);
}
