import { type Span, SpanKind } from '@opentelemetry/api';
import pg from 'pg';
import { activeSpan, failSpan, tracer } from '../telemetry/spans.ts';

type Answered = (error: Error | null | undefined, result?: unknown) => void;

/** A statement without its values. */
type Statement = string | { text: string; query_timeout?: number };

/** For a server that cannot even report a timeout, because the host or the network is gone. */
const SILENCE_MS = 20_000;

/**
 * A connection whose statements are spans of the current trace, named by what they do; values are never recorded. A
 * connection that does not respond within 20 s is closed, unless the statement sets its own `query_timeout`.
 *
 * pg is always given a callback, and never a time limit for all statements. Otherwise pg assigns functions to the query,
 * and V8 puts a function literal that is assigned to a property into its old generation: rows then outlive
 * young collections (see process/closedStreams.ts).
 */
export class TracedClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: one body for all overloads of pg's query
  override query(...args: any[]): any {
    const given = args.at(-1);
    if (typeof given === 'function') return this.#ask(args.slice(0, -1), given);
    const answer = new Promise((resolve, reject) => {
      this.#ask(args, (error, result) => (error ? reject(error) : resolve(result)));
    });
    return answer.catch((error) => {
      // As pg does: the stack of the caller, not of the socket that received the response.
      Error.captureStackTrace(error);
      throw error;
    });
  }

  #ask(args: unknown[], answered: Answered): void {
    const statement = args[0] as Statement;
    const { text, query_timeout } = typeof statement === 'string' ? { text: statement } : statement;
    const span = activeSpan() && startSpan(text);
    const silence = query_timeout ? undefined : setTimeout(() => this.end().catch(() => {}), SILENCE_MS);
    (super.query as (...all: unknown[]) => void)(...args, (error: Error | null, result: unknown) => {
      clearTimeout(silence);
      if (span) endSpan(span, error);
      answered(error, result);
    });
  }
}

function startSpan(text: string): Span {
  return tracer.startSpan(statementName(text), {
    kind: SpanKind.CLIENT,
    attributes: { 'db.system.name': 'postgresql' },
  });
}

function endSpan(span: Span, error: Error | null): void {
  if (error) failSpan(span, error);
  span.end();
}

/** Names of the statements seen so far. Texts are constants in the code, except for a few that are composed. */
const names = new Map<string, string>();
const MAX_NAMES = 1_000;

/**
 * Returns operation and table of a statement: `insert outbox`, `select accept_jobs`, `begin`. Low cardinality, no values.
 */
export function statementName(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = nameOf(text);
  if (names.size < MAX_NAMES) names.set(text, name);
  return name;
}

/** Searched first: the table that a statement changes says more than the tables that it reads. */
const CHANGES = ['insert', 'update', 'delete'];

/** Words that can be in the position of a table name without being one. */
const NO_TABLE = ['lateral', 'unnest', 'rows', 'jsonb_to_recordset', 'only'];

/** Characters that are parsed: enough for every statement in our code. */
const READ = 8_000;

function nameOf(text: string): string {
  const words: string[] =
    text
      .slice(0, READ)
      .toLowerCase()
      .match(/[a-z_][a-z0-9_]*|[^\sa-z_]/g) ?? [];
  const [first = 'statement', second = '', third] = words;
  if (!['select', 'with', ...CHANGES].includes(first)) return first;
  const change = words.findIndex((word, i) => CHANGES.includes(word) && !isClause(words, i));
  if (change >= 0) {
    const verb = words[change]!;
    return named(verb, words[change + (verb === 'update' ? 1 : 2)]);
  }
  // A call of a function: `select accept_jobs($1)`.
  if (first === 'select' && !words.includes('from')) return named('select', third === '(' ? second : undefined);
  const table = words.find((word, i) => ['from', 'join'].includes(words[i - 1]!) && isTable(word));
  return named('select', table);
}

/** Returns whether the word belongs to `for update`, `for no key update` or `do update`, which by themselves change nothing. */
const isClause = (words: string[], i: number) => ['for', 'key', 'do'].includes(words[i - 1]!);

const isTable = (word: string) => /^[a-z_]/.test(word) && !NO_TABLE.includes(word);

const named = (verb: string, what = '') => `${verb} ${isTable(what) ? what : ''}`.trim();
