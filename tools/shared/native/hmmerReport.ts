import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ToolRun } from '../../contract.ts';
import type { Searched } from '../datasets/records.ts';
import { linesOf } from '../text.ts';
import { uniqueNames } from '../uniqueNames.ts';
import { indexOfSafeId, restoreNames } from './safeIds.ts';
import { QUERY_INDEX } from './stockholmHits.ts';

/** Lines that tell the machine's files, threads and speed, which have no meaning for users. */
const OF_THE_MACHINE =
  /^# (query (sequence|HMM) file|MSA of|Alignment of|per-(seq|dom) hits|output directed|number of worker|CPU time|Mc\/sec)/;

/** Width of HMMER's lines. Descriptions are cut so that a line fits, but have at least 32 characters. */
const LINE = 120;
const LEAST_DESCRIPTION = 32;

/** Writes HMMER's report with the users' names, where the setting `report` asks for it. */
export function giveReport(
  job: ToolRun,
  prefix: string,
  { query, queryId, number }: { query?: { name: string }; queryId: string; number: number },
  records: Searched,
): void {
  if (!job.settings.report) return;
  // `readHits` has judged the file.
  const text = readFileSync(join(job.workdir, `${prefix}.txt`), 'utf8');
  const database = job.dataset ? `${job.dataset.id}@${job.dataset.release}` : 'database';
  const restored = restoreHmmerReport(text, records, database, query);
  job.file('report', `report-${number}.txt`, restored, { sourceInputIds: [queryId] });
}

/**
 * Returns a report of phmmer, jackhmmer or hmmsearch with the users' names, columns aligned as HMMER aligns them. White
 * space in names becomes `_`, because spaces separate the columns. `database` replaces the path of the database. Paths
 * of files, times and threads are left out. Letters that HMMER reads as X, such as U, stay X.
 */
export function restoreHmmerReport(
  text: string,
  records: Searched,
  database: string,
  query?: { name: string },
): string {
  const names = namesOf(text, records, query);
  const width = Math.max(8, ...[...names].map(([index, name]) => (index === QUERY_INDEX ? 0 : name.length)));
  const nameOf = (label: string) => restoreNames(label, (index) => names.get(index) ?? '?');
  const describe = (id: string, used: number) =>
    records.at(indexOfSafeId(id)!)!.description.slice(0, Math.max(LEAST_DESCRIPTION, LINE - width - used));
  const lines = [...linesOf(text)].filter((line) => !OF_THE_MACHINE.test(line));
  const restored: string[] = [];
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]!;
    const [, id] = /^>> (s\d{6,9})/.exec(line) ?? [];
    if (id !== undefined) {
      let end = i + 1;
      while (end < lines.length && !/^\S/.test(lines[end]!)) end++;
      restored.push(`>> ${nameOf(id)}  ${describe(id, 5)}`, ...relabelled(lines.slice(i + 1, end), id, nameOf));
      i = end - 1;
    } else restored.push(scoreLine(line, width, nameOf, describe) ?? headLine(line, width, database, nameOf));
  }
  return `${restored
    .map((line) => line.trimEnd())
    .join('\n')
    .trimEnd()}\n`;
}

/** Returns the unique names of all sequences in a report, by number. */
function namesOf(text: string, records: Searched, query?: { name: string }): Map<number, string> {
  const ids = Array.from(
    text.matchAll(/^>> (s\d{6,9})|\S {2}(s\d{6,9}) *$/gm),
    ([, a, b]) => indexOfSafeId((a ?? b)!)!,
  );
  const indices = [...new Set(ids)].sort((a, b) => a - b);
  const names = uniqueNames(indices.map((index) => records.at(index)!.name));
  const [queryName] = query ? uniqueNames([query.name]) : [];
  return new Map([
    ...indices.map((index, i): [number, string] => [index, names[i]!]),
    ...(queryName === undefined ? [] : [[QUERY_INDEX, queryName] as [number, string]]),
  ]);
}

type NameOf = (label: string) => string;

/** Returns a line of the table of scores, which ends with the sequence; undefined for other lines. */
function scoreLine(line: string, width: number, nameOf: NameOf, describe: (id: string, used: number) => string) {
  const [, scores, id] = /^(.*\S {2})(s\d{6,9}) *$/.exec(line) ?? [];
  return id === undefined ? undefined : `${scores}${nameOf(id).padEnd(width)}  ${describe(id, 61)}`;
}

/** Returns a line of the head of a report or of its table. */
function headLine(line: string, width: number, database: string, nameOf: NameOf): string {
  if (line.startsWith('Query: ')) return nameOf(line);
  return line
    .replace(/^(# target sequence database: +).*/, (_, label) => `${label}${database}`)
    .replace(/(?<= {2}N {2})Sequence +Description/, () => `${'Sequence'.padEnd(width)} Description`)
    .replace(/(?<=-- {2})-------- +-----------$/, () => `${'--------'.padEnd(width)} -----------`);
}

/** Returns the alignments with one sequence, whose rows begin with names in a column that is aligned to the right. */
function relabelled(lines: string[], id: string, nameOf: NameOf): string[] {
  const first = lines.findIndex((line) => line.startsWith('  == domain'));
  const row = lines.find((line) => new RegExp(`^ +${id} +(\\d+|-) `).test(line));
  if (first === -1 || row === undefined) return lines;
  const end = row.indexOf(id) + id.length;
  const isRow = (line: string, i: number) => i > first && line.trim() !== '' && !line.startsWith('  == domain');
  const labelOf = (line: string) => nameOf(line.slice(2, end).trim());
  const width = lines.reduce((most, line, i) => (isRow(line, i) ? Math.max(most, labelOf(line).length) : most), 0);
  return lines.map((line, i) => (isRow(line, i) ? `  ${labelOf(line).padStart(width)}${line.slice(end)}` : line));
}
