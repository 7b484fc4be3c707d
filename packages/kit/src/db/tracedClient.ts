import { type Span, SpanKind } from '@opentelemetry/api';
import pg from 'pg';
import { activeSpan, failSpan, tracer } from '../telemetry/spans.ts';
import { statementName } from '../telemetry/statementName.ts';

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
