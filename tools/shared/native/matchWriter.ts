import type { OutputPlace, ToolRun } from '../../contract.ts';
import { type SequenceRecord, writeFasta } from '../fasta.ts';
import { hitsPicture } from '../pictures/hits.ts';
import { MAX_PICTURES, numbered, PICTURE } from '../ports.ts';
import type { FromInput } from '../readInputs.ts';
import { writeTsv } from '../tsv.ts';
import { COLUMNS, MAX_ITEMS, type Match } from './matches.ts';

/** Places of columns among the numbers of a match. */
const [BITSCORE, EVALUE, QSTART, QEND] = (['bitscore', 'evalue', 'qstart', 'qend'] as const).map(
  (column) => COLUMNS.indexOf(column) - 2,
) as [number, number, number, number];

/** Gives out matches with the users' names, some queries at a time; `finish` writes the files about those that were added. */
export function matchWriter(
  job: ToolRun,
  queries: FromInput<SequenceRecord>[],
  subjects: FromInput<SequenceRecord>[],
  sequencesPort = 'hit_sequences',
) {
  const rows: Record<string, unknown>[] = [];
  const hit = new Set<number>();
  const sources = new Set<string>();
  const pictures: { name: string; svg: string; place: OutputPlace }[] = [];

  function addQuery(index: number, matches: Match[]): void {
    const query = queries[index]!;
    sources.add(query.inputId);
    for (const [i, { subject, numbers }] of matches.entries()) {
      const record = subjects[subject]!;
      const cells = [query.name, record.name, ...numbers];
      const row = Object.fromEntries(COLUMNS.map((column, at) => [column, cells[at]!]));
      const place = { sourceInputIds: [query.inputId, record.inputId], rank: i + 1 };
      if (rows.push(row) <= MAX_ITEMS) job.item('hits', row, place);
      hit.add(subject);
      sources.add(record.inputId);
    }
    if (matches.length > 0 && pictures.length < MAX_PICTURES) pictures.push(draw(index, matches));
    const summary = {
      query: query.name,
      hits: matches.length,
      subjects: new Set(matches.map(({ subject }) => subject)).size,
      searched: subjects.length,
    };
    job.item('summary', summary, { sourceInputIds: [query.inputId] });
  }

  function draw(index: number, matches: Match[]) {
    const query = queries[index]!;
    const found = [...Map.groupBy(matches, ({ subject }) => subject)].map(([subject, parts]) => ({
      name: subjects[subject]!.name,
      evalue: Math.min(...parts.map((part) => part.numbers[EVALUE]!)),
      parts: parts.map(({ numbers }) => ({
        from: numbers[QSTART]!,
        to: numbers[QEND]!,
        score: numbers[BITSCORE]!,
      })),
    }));
    const svg = hitsPicture(query.name, query.sequence.length, found);
    return { name: numbered('hits', index + 1, 'svg'), svg, place: { sourceInputIds: [query.inputId] } };
  }

  return {
    /** All matches of the queries from `first` to before `end`. */
    add(matches: Match[], first: number, end: number): void {
      const each = Map.groupBy(matches, ({ query }) => query);
      for (let index = first; index < end; index++) addQuery(index, each.get(index) ?? []);
    },
    finish(): void {
      const place = { sourceInputIds: [...sources] };
      job.file('hits_table', 'hits.tsv', writeTsv(COLUMNS, rows), place);
      const found = [...hit].map((index) => subjects[index]!);
      if (found.length > 0) job.file(sequencesPort, 'hits.fasta', writeFasta(found), place);
      for (const picture of pictures) job.file(PICTURE, picture.name, picture.svg, picture.place);
    },
  };
}
