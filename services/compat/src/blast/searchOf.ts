import type { JobRequestBody } from '@rotamer/api/schemas/jobRequest.ts';
import { type Aliases, databaseOf } from '../databases.ts';
import { BadRequest } from '../http/badRequest.ts';
import type { Fields } from '../http/fields.ts';
import type { Names } from '../http/inOwnWords.ts';
import { readParameters, type Settings } from '../http/readParameters.ts';
import { asFasta, firstName } from '../http/sequence.ts';
import { isOn, otherParameters, programs, searchParameters } from './parameters.ts';

/** A search as a job of the API, and the names of its parameters, for messages. */
export interface Search {
  body: JobRequestBody;
  names: Names;
}

/** The defaults of the URL API where those of the tool differ. */
const DEFAULTS: Settings = { evalue: 10, max_target_seqs: 100 };

/** Queries of fewer residues are short for `SHORT_QUERY_ADJUST`. */
const SHORT = 31;

/**
 * Returns the job that a `CMD=Put` stands for.
 *
 * @throws BadRequest naming the parameters that are missing or not supported
 */
export function searchOf(fields: Fields, aliases: Aliases): Search {
  const program = required(fields, 'PROGRAM').toLowerCase();
  const kinds = Object.hasOwn(programs, program) ? programs[program] : undefined;
  if (!kinds) throw new BadRequest(`PROGRAM must be one of ${Object.keys(programs).join(', ')}, not '${program}'`);
  const query = asFasta(required(fields, 'QUERY'), 'Query_1');
  const others = new Map([...fields].filter(([name]) => !otherParameters.includes(name)));
  const { settings, origins } = readParameters(searchParameters, others);
  const database = databaseOf(required(fields, 'DATABASE'), aliases, { kind: kinds.database });
  const source = { type: 'text' as const };
  return {
    body: {
      tool: 'blast-search',
      name: (fields.get('JOB_TITLE') || `${program} of ${firstName(query)}`).slice(0, 100),
      input: {
        inputs: [
          { id: 'query', slotId: 'queries', kind: kinds.query, format: 'FASTA', source, content: query },
          ...database.inputs,
        ],
      },
      settings: {
        ...DEFAULTS,
        ...(isOn(fields.get('SHORT_QUERY_ADJUST')) && shortSettings(program, query)),
        ...settings,
        ...database.settings,
        program,
        xml: true,
      },
    },
    names: { inputs: ['QUERY', 'DATABASE'], settings: new Map([...origins, ['database', 'DATABASE']]) },
  };
}

function required(fields: Fields, name: string): string {
  const value = fields.get(name)?.trim();
  if (!value) throw new BadRequest(`${name} is missing`);
  return value;
}

/** Returns the settings for short queries, if all queries are short and the program has such a task. */
function shortSettings(program: string, fasta: string): Settings {
  const lengths = fasta.split(/^>.*$/m).map((sequence) => sequence.replaceAll(/\s/g, '').length);
  const isShort = Math.max(...lengths) < SHORT && ['blastp', 'blastn'].includes(program);
  return isShort ? { task: `${program}-short`, evalue: 1000 } : {};
}
