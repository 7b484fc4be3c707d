import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ToolRun } from '../contract.ts';
import { countOf, type Searched, type SearchedRecord } from '../shared/datasets/records.ts';
import { writeFasta } from '../shared/fasta.ts';
import { stockholmHits } from '../shared/native/stockholmHits.ts';
import { hitsPicture } from '../shared/pictures/hits.ts';
import { MAX_PICTURES, PICTURE } from '../shared/ports.ts';
import { reverseComplement } from '../shared/reverseComplement.ts';
import { writeTsv } from '../shared/tsv.ts';
import type { Query } from './queries.ts';
import type { Region } from './readRegions.ts';
import { type Hit, hitItem } from './tool.ts';

const MAX_DESCRIPTION = 500;
const COLUMNS = Object.keys(hitItem.properties);

interface About {
  query: Query;
  /** Number of the query, from 1. Names of files have it. */
  number: number;
  /** Residues of the query, or match states of its profile. */
  length: number;
  /** Begins the names of the program's files. */
  prefix: string;
}

/** Writes the hits of one query with the users' names. */
export function giveRegions(job: ToolRun, about: About, all: Region[], subjects: Searched): void {
  const { query, number, length, prefix } = about;
  const rows = all.slice(0, job.settings.max_hits as number).map((region) => {
    const record = subjects.at(region.index)!;
    return { region, record, hit: hitOf(query.name, record, region) };
  });
  for (const [i, { hit, record }] of rows.entries())
    job.item('hits', hit, { sourceInputIds: [query.inputId, ...idOf(record)], rank: i + 1 });
  const place = { sourceInputIds: [...new Set([query.inputId, ...rows.flatMap(({ record }) => idOf(record))])] };
  const file = (name: string, extension: string) => `${name}-${number}.${extension}`;
  const hits = rows.map(({ hit }) => hit);
  job.file('hits_table', file('hits', 'tsv'), writeTsv(COLUMNS, hits), place);
  if (rows.length > 0) {
    const parts = rows.map(({ hit, record }) => partOf(hit, record));
    job.file('matched_nucleotides', file('regions', 'fasta'), writeFasta(parts), place);
  }
  const aligned = join(job.workdir, `${prefix}.sto`);
  const alignment = existsSync(aligned) ? readFileSync(aligned, 'utf8') : '';
  if (alignment.trim() !== '')
    job.file('hits_alignment', file('hits', 'sto'), stockholmHits(alignment, subjects), place);
  if (rows.length > 0 && number <= MAX_PICTURES)
    job.file(PICTURE, file('hits', 'svg'), picture(query.name, length, hits), place);
  const targets = new Set(all.map(({ index }) => index)).size;
  job.item('summary', { query: query.name, length, hits: all.length, targets, searched: countOf(subjects) }, place);
}

/** Returns the input of a record. A record of a dataset comes from none. */
const idOf = ({ inputId }: SearchedRecord): string[] => (inputId === undefined ? [] : [inputId]);

function hitOf(query: string, { name: target, description }: SearchedRecord, region: Region): Hit {
  const { index: _, ...numbers } = region;
  return { query, target, description: description.slice(0, MAX_DESCRIPTION), ...numbers };
}

/** Returns the aligned part of a sequence on the strand of the hit. */
function partOf({ query, target, start, end }: Hit, { sequence }: SearchedRecord) {
  const part = sequence.slice(Math.min(start, end) - 1, Math.max(start, end));
  const read = start > end ? reverseComplement(part) : part;
  return { name: `${target}/${start}-${end}`, description: `matched by ${query}`, sequence: read };
}

function picture(query: string, length: number, hits: Hit[]): string {
  const found = [...Map.groupBy(hits, ({ target }) => target)].map(([name, parts]) => ({
    name,
    evalue: Math.min(...parts.map(({ evalue }) => evalue)),
    parts: parts.map(({ query_start: from, query_end: to, score, strand }) => ({
      ...{ from, to, score },
      strand: strand === '-' ? (-1 as const) : (1 as const),
    })),
  }));
  return hitsPicture(query, length, found);
}
