import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings, ToolRun } from '../../contract.ts';
import type { Searched } from '../datasets/records.ts';
import type { SequenceRecord } from '../fasta.ts';
import type { Notes, ReadNotes } from '../notes.ts';
import { linesOf } from '../text.ts';
import { uniqueNames } from '../uniqueNames.ts';
import { sameSequenceHint, unknownHint } from './hints.ts';
import { indexOfSafeId } from './safeIds.ts';

/** Number of columns before the description, which may contain spaces. */
const COLUMNS = 22;
const [TARGET, QUERY] = [0, 3];

/**
 * Writes HMMER's table of domains with the users' names. White space in names becomes `_`, because spaces separate the
 * columns.
 */
export function giveDomains(
  job: ToolRun,
  prefix: string,
  { query, queryId, number }: { query: string; queryId: string; number: number },
  records: Searched,
): void {
  const [queryName] = uniqueNames([query]);
  const lines = [...linesOf(readFileSync(join(job.workdir, `${prefix}.dom`), 'utf8'))];
  // The comments at the end, with date, machine and command, are left out.
  const header = lines.slice(0, 3);
  const rows = lines.flatMap((line) =>
    line === '' || line.startsWith('#') ? [] : [line.trim().split(/ +/).slice(0, COLUMNS)],
  );
  const indices = [...new Set(rows.map((words) => indexOfSafeId(words[TARGET]!)!))].sort((a, b) => a - b);
  const names = uniqueNames(indices.map((index) => records.at(index)!.name));
  const nameOf = new Map(indices.map((index, i) => [index, names[i]!]));
  const named = rows.map((words) => {
    const index = indexOfSafeId(words[TARGET]!)!;
    const columns = words.with(TARGET, nameOf.get(index)!).with(QUERY, queryName!);
    return `${columns.join(' ')} ${records.at(index)!.description || '-'}`;
  });
  const text = [...header, ...named].map((line) => `${line}\n`).join('');
  job.file('domains_table', `domains-${number}.domtblout`, text, { sourceInputIds: [queryId] });
}

/** Queries that HMMER does not find are shorter than this, even if the database has the same sequence. */
const SHORT = 15;

/** Notes what was read and not used. Warns of a query without hits, and of one with more hits than are returned. */
export function noteSearch(
  notes: Notes,
  { max_hits }: Settings,
  query: { name: string; sequence?: string; inputId: string; line?: number },
  hits: number,
  read: ReadNotes[],
  searched: SequenceRecord[] = [],
): void {
  for (const one of read) notes.read(one);
  const warn = (warning: string) => notes.warn(query.inputId, query.name, warning, query.line ?? null);
  if (hits > (max_hits as number)) warn(`has ${hits} hits, of which the best ${max_hits} are given: see max_hits`);
  if (hits > 0 || query.sequence === undefined) return;
  const { length } = query.sequence;
  const unknown = unknownHint(query.sequence, false);
  const same = sameSequenceHint(searched, 'HMMER takes matches of low complexity for chance');
  if (unknown) warn(unknown);
  else if (length < SHORT)
    warn(
      `found nothing; a query of ${length} residues scores too little: blast-search with the task blastp-short finds such peptides`,
    );
  else {
    const hidden = same(query.sequence);
    if (hidden) warn(hidden);
  }
}
