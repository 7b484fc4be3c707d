import { ConnectionError, UnexpectedAnswerError } from './errors.ts';
import { sseParser } from './sse.ts';
import type { Time } from './time.ts';
import { isFinal, type Query, type Transport } from './transport.ts';

/** A stream without any event or ping for this long is dead, in milliseconds. The service pings every 15 s. */
export const SILENCE_MS = 45_000;

/** One event of a stream, with its data parsed. */
export interface ReadEvent {
  event: string;
  /** The last id that the stream has sent. */
  id: string | undefined;
  data: unknown;
}

/** How a stream broke. */
export interface StreamBreak {
  error?: Error;
  /** The reconnection time that the server sent. */
  retryMs?: number;
}

interface StreamRequest {
  path: string;
  query?: Query;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** What is read, for errors: "The events of job_1". */
  what: string;
}

/** Reads an event stream once, until it breaks. Throws only for a final refusal. */
export async function* readSse(
  transport: Transport,
  { path, query, headers, signal, what }: StreamRequest,
): AsyncGenerator<ReadEvent, StreamBreak> {
  const own = new AbortController();
  const both = signal ? AbortSignal.any([signal, own.signal]) : own.signal;
  const parser = sseParser();
  try {
    const { response } = await transport.open('GET', path, {
      query,
      headers: { ...headers, accept: 'text/event-stream' },
      signal: both,
      // The caller reopens the stream.
      retryForMs: 0,
    });
    if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
      throw new UnexpectedAnswerError(
        `${what} are not an event stream: something else answers at ${transport.baseUrl}.`,
      );
    }
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const chunk = await withinSilence(reader.read(), transport.time, both);
      if (chunk === 'silence') throw new ConnectionError('the event stream fell silent');
      if (chunk.done) return { retryMs: parser.retryMs() };
      for (const { event, id, data } of parser.push(chunk.value)) {
        const parsed = JSON.parse(data);
        if (event === 'error') throw new ConnectionError(parsed.message);
        yield { event, id, data: parsed };
      }
    }
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if (isFinal(error)) throw error;
    return { error: error as Error, retryMs: parser.retryMs() };
  } finally {
    own.abort();
  }
}

/** Returns the next read, or `silence` when nothing arrived in time. */
async function withinSilence<Read>(read: Promise<Read>, time: Time, signal: AbortSignal): Promise<Read | 'silence'> {
  const done = new AbortController();
  const silence = time.sleep(SILENCE_MS, AbortSignal.any([signal, done.signal])).then(() => 'silence' as const);
  silence.catch(() => {});
  try {
    return await Promise.race([read, silence]);
  } finally {
    done.abort();
  }
}
