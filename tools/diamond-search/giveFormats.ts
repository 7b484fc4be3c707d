import { join } from 'node:path';
import { restoreReport } from '../blast-search/report.ts';
import type { ToolRun } from '../contract.ts';
import type { Searched } from '../shared/datasets/records.ts';
import type { SequenceRecord } from '../shared/fasta.ts';
import { titleOf, writeColumns } from '../shared/native/columns.ts';
import { type Match, numberOf } from '../shared/native/matches.ts';
import { readOutput } from '../shared/native/outputs.ts';
import { programs } from '../shared/native/programs.ts';
import type { Notes } from '../shared/notes.ts';
import type { FromInput } from '../shared/readInputs.ts';
import { isPadded } from './padding.ts';
import { restoreXml } from './xml.ts';

const NAMES = { query: 'qseqid', subject: 'sseqid', queryTitle: 'qtitle', subjectTitle: 'stitle' };

/** Writes the files that the settings `columns`, `report` and `xml` ask for. */
export function giveFormats(
  job: ToolRun,
  notes: Notes,
  matches: Match[],
  queries: FromInput<SequenceRecord>[],
  subjects: Searched,
): void {
  const { columns, report, xml, program } = job.settings;
  const place = { sourceInputIds: job.inputs.map(({ id }) => id) };
  const output = (name: string) => readOutput(programs.diamond, join(job.workdir, name));
  const isDna = program === 'blastx';
  if ((columns as string[]).length > 0) {
    const corrected = (match: Match) => (isDna ? ofOwnLength(match, queries[match.query]!.sequence) : {});
    job.file('columns', 'columns.tsv', writeColumns(job.settings, matches, queries, subjects, NAMES, corrected), place);
  }
  if (report) job.file('report', 'report.txt', reportOf(output('report.txt'), queries, subjects), place);
  const database = job.dataset ? `${job.dataset.id}@${job.dataset.release}` : 'database';
  if (xml) job.file('xml', 'report.xml', restoreXml(output('report.xml'), queries, subjects, database), place);
  if (isDna && (report || xml)) warnOfPadding(notes, queries);
}

/**
 * Returns DIAMOND's report with the users' headers. DIAMOND 2.1 writes "No hits found" before the hits of each query,
 * too. It stays only where no hits follow.
 */
export const reportOf = (text: string, queries: Searched, subjects: Searched): string =>
  restoreReport(text.replace(/\n\*{5} No hits found \*{5}\n\n\n(?=>)/g, ''), titled(queries), titled(subjects));

/** Returns records whose names are their whole headers, which DIAMOND's report has. */
const titled = (records: Searched) => ({ at: (index: number) => ({ name: titleOf(records.at(index)!) }) });

/** Returns the cells of a padded query that its N changes, for the query without it. */
function ofOwnLength(match: Match, sequence: string): Record<string, unknown> {
  if (!isPadded(sequence)) return {};
  return {
    ...{ qlen: numberOf(match, 'qlen'), qcovhsp: numberOf(match, 'qcovs'), qframe: numberOf(match, 'qframe') },
    full_qseq: sequence,
  };
}

function warnOfPadding(notes: Notes, queries: FromInput<SequenceRecord>[]): void {
  for (const { inputId, name, line } of queries.filter((query) => isPadded(query.sequence)))
    notes.warn(
      inputId,
      name,
      'is one base longer in the report and in the XML, which shifts their reverse frames: DIAMOND reads it with an N at its end',
      line,
    );
}
