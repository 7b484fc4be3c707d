import { type Span, SpanKind } from '@opentelemetry/api';
import pg from 'pg';
import { activeSpan, failSpan, tracer } from '../telemetry/spans.ts';
import { statementName } from '../telemetry/statementName.ts';

/** A connection whose statements are spans of the current trace, named by what they do; values are never recorded. */
export class TracedClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: one body for all overloads of pg's query
  override query(...args: any[]): any {
    const text = typeof args[0] === 'string' ? args[0] : args[0]?.text;
    // biome-ignore lint/suspicious/noExplicitAny: as above
    const ask = (...all: any[]) => (super.query as (...all: any[]) => any)(...all);
    if (typeof text !== 'string' || !activeSpan()) return ask(...args);
    const attributes = { 'db.system.name': 'postgresql' };
    const span = tracer.startSpan(statementName(text), { kind: SpanKind.CLIENT, attributes });
    const given = args.at(-1);
    if (typeof given !== 'function') return watched(span, ask(...args));
    const callback = (error: unknown, result: unknown) => {
      ended(span, error);
      given(error, result);
    };
    return ask(...args.slice(0, -1), callback);
  }
}

async function watched(span: Span, answer: Promise<unknown>): Promise<unknown> {
  try {
    const result = await answer;
    ended(span);
    return result;
  } catch (error) {
    ended(span, error);
    throw error;
  }
}

function ended(span: Span, error?: unknown): void {
  if (error) failSpan(span, error);
  span.end();
}
