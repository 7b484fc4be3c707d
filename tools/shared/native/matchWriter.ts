import type { OutputPlace, ToolRun } from '../../contract.ts';
import { countOf, type Searched } from '../datasets/records.ts';
import { type SequenceRecord, writeFasta } from '../fasta.ts';
import type { Notes } from '../notes.ts';
import { hitsPicture } from '../pictures/hits.ts';
import { MAX_PICTURES, numbered, PICTURE } from '../ports.ts';
import type { FromInput } from '../readInputs.ts';
import { reverseComplement } from '../reverseComplement.ts';
import { writeTsv } from '../tsv.ts';
import { COLUMNS, MAX_ITEMS, type Match, numberOf } from './matches.ts';

export interface AboutSearch {
  notes: Notes;
  /** Kind of the database's sequences. */
  kind: string;
  /** Maximum number of sequences that the program reports for a query. */
  most: number;
  /** Returns why a query found nothing, if the query or the settings are the reason. */
  hint: (query: SequenceRecord) => string | undefined;
}

const MAX_TITLE = 500;

/**
 * Writes matches with the users' names, some queries at a time. `subjects` are the sequences of the database. `finish`
 * writes the files about all added matches.
 */
export function matchWriter(
  job: ToolRun,
  queries: FromInput<SequenceRecord>[],
  subjects: Searched,
  { notes, kind, most, hint }: AboutSearch,
) {
  const rows: Record<string, unknown>[] = [];
  const hit = new Set<number>();
  const regions = new Map<string, { name: string; description: string; sequence: string }>();
  const sources = new Set<string>();
  const pictures: { name: string; svg: string; place: OutputPlace }[] = [];

  function addQuery(index: number, matches: Match[]): void {
    const query = queries[index]!;
    sources.add(query.inputId);
    for (const [i, match] of matches.entries()) {
      const record = subjects.at(match.subject)!;
      const cells = [query.name, record.name, ...match.numbers, record.description.slice(0, MAX_TITLE)];
      const row = Object.fromEntries(COLUMNS.map((column, at) => [column, cells[at]!]));
      const place = { sourceInputIds: idsOf(query, record), rank: i + 1 };
      if (rows.push(row) <= MAX_ITEMS) job.item('hits', row, place);
      hit.add(match.subject);
      if (record.inputId !== undefined) sources.add(record.inputId);
      addRegion(query, match);
    }
    if (matches.length > 0 && pictures.length < MAX_PICTURES) pictures.push(draw(index, matches));
    const found = new Set(matches.map(({ subject }) => subject)).size;
    if (found >= most)
      notes.warn(
        query.inputId,
        query.name,
        `has as many hits as it may, ${most}; the database may have more`,
        query.line,
      );
    const reason = found === 0 ? hint(query) : undefined;
    if (reason) notes.warn(query.inputId, query.name, reason, query.line);
    const summary = { query: query.name, hits: matches.length, subjects: found, searched: countOf(subjects) };
    job.item('summary', summary, { sourceInputIds: [query.inputId] });
  }

  /** Adds the matched part of a sequence as the program read it: of the reverse strand if it was read backwards. */
  function addRegion(query: SequenceRecord, match: Match): void {
    const { name, sequence } = subjects.at(match.subject)!;
    const [start, end] = [numberOf(match, 'sstart'), numberOf(match, 'send')];
    const region = `${name}/${start}-${end}`;
    if (regions.has(region) || regions.size >= MAX_ITEMS) return;
    const part = sequence.slice(Math.min(start, end) - 1, Math.max(start, end));
    const read = start > end ? reverseComplement(part) : part;
    regions.set(region, { name: region, description: `matched by ${query.name}`, sequence: read });
  }

  function draw(index: number, matches: Match[]) {
    const query = queries[index]!;
    const found = [...Map.groupBy(matches, ({ subject }) => subject)].map(([subject, parts]) => ({
      name: subjects.at(subject)!.name,
      evalue: Math.min(...parts.map((part) => numberOf(part, 'evalue'))),
      parts: parts.map((part) => ({
        from: numberOf(part, 'qstart'),
        to: numberOf(part, 'qend'),
        score: numberOf(part, 'bitscore'),
        strand: strandOf(part),
      })),
    }));
    const svg = hitsPicture(query.name, query.sequence.length, found);
    return { name: numbered('hits', index + 1, 'svg'), svg, place: { sourceInputIds: [query.inputId] } };
  }

  return {
    /** Adds all matches of the queries with an index from `first` to before `end`. */
    add(matches: Match[], first: number, end: number): void {
      const each = Map.groupBy(matches, ({ query }) => query);
      for (let index = first; index < end; index++) addQuery(index, each.get(index) ?? []);
    },
    finish(): void {
      const place = { sourceInputIds: [...sources] };
      job.file('hits_table', 'hits.tsv', writeTsv(COLUMNS, rows), place);
      const found = [...hit].map((index) => subjects.at(index)!);
      const [whole, parts] =
        kind === 'protein' ? ['hit_sequences', 'matched_regions'] : ['hit_nucleotides', 'matched_nucleotides'];
      if (found.length > 0) {
        job.file(whole!, 'hits.fasta', writeFasta(found), place);
        job.file(parts!, 'regions.fasta', writeFasta([...regions.values()]), place);
      }
      for (const picture of pictures) job.file(PICTURE, picture.name, picture.svg, picture.place);
    },
  };
}

/** Returns the inputs of a match. A record of a dataset comes from none. */
const idsOf = (...records: { inputId?: string }[]): string[] =>
  records.flatMap(({ inputId }) => (inputId === undefined ? [] : inputId));

/** Returns 1 when query and sequence run in the same direction, and -1 otherwise; undefined for two proteins. */
function strandOf(match: Match): 1 | -1 | undefined {
  const [query, subject] = [numberOf(match, 'qframe'), numberOf(match, 'sframe')];
  if (query === 0 && subject === 0) return undefined;
  return (query || 1) * (subject || 1) < 0 ? -1 : 1;
}
