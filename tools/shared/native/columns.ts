import * as Type from 'typebox';
import type { Settings } from '../../contract.ts';
import type { Searched } from '../datasets/records.ts';
import type { SequenceRecord } from '../fasta.ts';
import { filePort } from '../ports.ts';
import { writeTsv } from '../tsv.ts';
import type { Match } from './matches.ts';

/** Shared by the tools that write a table with the columns that a user asks for. */

/** Names of a program's columns that hold the id or the whole header of a sequence. */
export interface NameColumns {
  query: string;
  subject: string;
  queryTitle: string;
  subjectTitle: string;
}

export const columnsPort = filePort('columns', 'All hits as a table with the columns that were asked for', {
  kind: 'table',
  format: 'TSV',
  required: false,
});

/** Returns the setting that names the columns of a table, from those of a program. */
export const columnsSetting = (known: readonly string[]) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 30 }), {
    default: [],
    maxItems: 40,
    description: `Columns of one more table, in this order; none without them. From: ${known.join(', ')}`,
  });

/** Returns the columns that a program must write after its own: each once. */
export const extraColumns = ({ columns }: Settings): string[] => [...new Set(columns as string[])];

/**
 * Returns the table of a user's columns, best hit first for each query. The users' names stand in `names`. Other cells
 * are as the program wrote them, unless `corrected` returns another text.
 */
export function writeColumns(
  settings: Settings,
  matches: Match[],
  queries: SequenceRecord[],
  subjects: Searched,
  names: NameColumns,
  corrected: (match: Match) => Record<string, unknown> = () => ({}),
): string {
  const extra = extraColumns(settings);
  const rows = matches.map((match) => {
    const [query, subject] = [queries[match.query]!, subjects.at(match.subject)!];
    return {
      ...Object.fromEntries(extra.map((column, i) => [column, match.extra[i]])),
      ...corrected(match),
      ...{ [names.query]: query.name, [names.subject]: subject.name },
      ...{ [names.queryTitle]: titleOf(query), [names.subjectTitle]: titleOf(subject) },
    };
  });
  return writeTsv(settings.columns as string[], rows);
}

/** Returns the header of a sequence: its name and its description. */
export const titleOf = ({ name, description }: { name: string; description: string }): string =>
  description === '' ? name : `${name} ${description}`;
