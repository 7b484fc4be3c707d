import type { Static } from 'typebox';
import { ToolError, type ToolRun } from '../contract.ts';
import { countOf, type Searched, type SearchedRecord } from '../shared/datasets/records.ts';
import type { SequenceRecord } from '../shared/fasta.ts';
import type { Notes } from '../shared/notes.ts';
import { profile } from '../shared/pictures/profile.ts';
import { colors } from '../shared/pictures/svg.ts';
import { MAX_PICTURES, numbered, PICTURE } from '../shared/ports.ts';
import type { FromInput } from '../shared/readInputs.ts';
import { rounded } from '../shared/structure/vectors.ts';
import { writeTsv } from '../shared/tsv.ts';
import { depthOf, type FoundRow, withResidues } from './rows.ts';
import { rowItem } from './tool.ts';

type Row = Static<typeof rowItem>;
type Query = FromInput<SequenceRecord>;
/** Maximum number of rows of a job. Its table has all rows. */
const MAX_ITEMS = 100_000;
const COLUMNS = Object.keys(rowItem.properties);

/** Writes the alignment of each query with the users' names, its rows and a picture. */
export function giveAlignments(
  job: ToolRun,
  queries: Query[],
  subjects: Searched,
  found: FoundRow[][],
  notes: Notes,
  hint: (query: SequenceRecord) => string | undefined,
): void {
  const table: Row[] = [];
  for (const [i, query] of queries.entries()) {
    const rows = (found[i] ?? []).map((row) => ({ ...row, record: subjectOf(subjects, row) }));
    const inputIds = new Set(rows.flatMap(({ record }) => record.inputId ?? []));
    const place = { sourceInputIds: [...new Set([query.inputId, ...inputIds])] };
    for (const [rank, { record, numbers }] of rows.entries()) {
      const row = { query: query.name, target: record.name, ...numbers };
      const sourceInputIds = [query.inputId, ...(record.inputId ? [record.inputId] : [])];
      if (table.push(row) <= MAX_ITEMS) job.item('rows', row, { sourceInputIds, rank: rank + 1 });
    }
    job.file('alignment', numbered('alignment', i + 1, 'a3m'), a3mOf(query, rows), place);
    const depth = depthOf(query.sequence.length, rows);
    job.item('summary', summaryOf(query, rows, depth, countOf(subjects)), place);
    const reason = rows.length === 0 ? hint(query) : undefined;
    if (reason) notes.warn(query.inputId, query.name, reason, query.line);
    if (rows.length > 0 && i < MAX_PICTURES)
      job.file(PICTURE, numbered('depth', i + 1, 'svg'), picture(query.name, depth), place);
  }
  const place = { sourceInputIds: job.inputs.map(({ id }) => id) };
  job.file('rows_table', 'rows.tsv', writeTsv(COLUMNS, table), place);
}

function subjectOf(subjects: Searched, { target }: FoundRow): SearchedRecord {
  const record = subjects.at(target);
  if (!record) throw new ToolError('mmseqs named an unknown sequence');
  return record;
}

function summaryOf({ name: query, sequence }: Query, rows: FoundRow[], depth: number[], searched: number) {
  const residues = depth.reduce((sum, count) => sum + count, 0);
  const { length } = sequence;
  const coverage = rows.length === 0 ? 0 : rounded((100 * residues) / (rows.length * length), 1);
  const sequences = new Set(rows.map(({ target }) => target)).size;
  return { query, length, rows: rows.length, sequences, coverage, searched };
}

/**
 * Returns the alignment as A3M. As in ColabFold's files, a name is followed by score, identity, E-value, and start, end
 * and length in query and sequence, separated by tabs, and counted from 0.
 */
function a3mOf(query: Query, rows: (FoundRow & { record: SearchedRecord })[]): string {
  const written = rows.map(({ aligned, record, numbers }) => {
    const { bitscore, identity, evalue, qstart, qend, qlen, tstart, tend, tlen } = numbers;
    const cells = [bitscore, identity, evalue, qstart - 1, qend - 1, qlen, tstart - 1, tend - 1, tlen];
    return `>${oneWord(record.name)}\t${cells.join('\t')}\n${withResidues(aligned, record.sequence, tstart)}\n`;
  });
  return `>${oneWord(query.name)}\n${query.sequence}\n${written.join('')}`;
}

const oneWord = (name: string): string => name.replace(/\s+/g, '_');

const picture = (name: string, depth: number[]): string =>
  profile({
    title: `Alignment of ${name}`,
    description: `Number of sequences that have a residue at each of the ${depth.length} positions of the query.`,
    x: { title: 'Position in the query' },
    y: { title: 'Sequences' },
    series: [{ label: 'sequences', values: depth, color: colors.blue, style: 'area' }],
  });
