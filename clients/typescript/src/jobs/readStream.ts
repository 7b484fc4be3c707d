import { ConnectionError, UnexpectedAnswerError } from '../http/errors.ts';
import { sseParser } from '../http/sse.ts';
import type { Time } from '../http/time.ts';
import { isFinal, type Transport } from '../http/transport.ts';
import type { JobData } from '../types.ts';
import { SILENCE_MS } from './pace.ts';

/** A state of a job. `terminal` is the last one. */
export interface JobEvent {
  event: 'status' | 'terminal';
  job: JobData;
}

/** How a stream ended. */
export type StreamEnd = { terminal: true } | { terminal: false; error?: Error; retryMs?: number };

/** Reads a job's event stream once, until its terminal event or until it breaks. Throws only for a final refusal. */
export async function* readStream(
  transport: Transport,
  jobId: string,
  signal?: AbortSignal,
): AsyncGenerator<JobEvent, StreamEnd> {
  const own = new AbortController();
  const both = signal ? AbortSignal.any([signal, own.signal]) : own.signal;
  const parser = sseParser();
  try {
    const headers = { accept: 'text/event-stream' };
    const { response } = await transport.open('GET', `/jobs/${encodeURIComponent(jobId)}/events`, {
      headers,
      signal: both,
      // The caller reopens the stream.
      retryForMs: 0,
    });
    if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
      throw new UnexpectedAnswerError(
        `The events of ${jobId} are not an event stream: something else answers at ${transport.baseUrl}.`,
      );
    }
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const chunk = await withinSilence(reader.read(), transport.time, both);
      if (chunk === 'silence') throw new ConnectionError('the event stream fell silent');
      if (chunk.done) return { terminal: false, retryMs: parser.retryMs() };
      for (const { event, data } of parser.push(chunk.value)) {
        if (event === 'error') throw new ConnectionError(JSON.parse(data).message);
        if (event !== 'status' && event !== 'terminal') continue;
        yield { event, job: JSON.parse(data) };
        if (event === 'terminal') return { terminal: true };
      }
    }
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if (isFinal(error)) throw error;
    return { terminal: false, error: error as Error, retryMs: parser.retryMs() };
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
