import type { ApiError } from '../http/errors.ts';
import { readSse, type StreamBreak } from '../http/readSse.ts';
import type { CallOptions, Transport } from '../http/transport.ts';
import { reopenDelay } from './pace.ts';

export interface LogOptions extends CallOptions {
  /** By default the last attempt that has begun. */
  attempt?: number;
}

/** The next part of a log. It can end within a line. */
export interface JobLogPart {
  attempt: number;
  text: string;
}

const pathOf = (jobId: string): string => `/jobs/${encodeURIComponent(jobId)}/log`;

/** Reads the log of a job as it is now. */
export async function readLog(
  transport: Transport,
  jobId: string,
  { attempt, ...options }: LogOptions,
): Promise<string> {
  const { response } = await transport.open('GET', pathOf(jobId), { ...options, query: { attempt } });
  return await response.text();
}

/** Yields the log of a job from its beginning until nothing follows. A stream that breaks is opened again where it broke. */
export async function* followLog(
  transport: Transport,
  jobId: string,
  { attempt, signal: given }: Pick<LogOptions, 'attempt' | 'signal'>,
): AsyncGenerator<JobLogPart> {
  const signal = transport.signal(given);
  const place: Place = { id: undefined, hasEnded: false };
  for (;;) {
    const end = yield* readOnce(transport, jobId, attempt, place, signal);
    if (place.hasEnded) return;
    const { retryAfter } = (end.error ?? {}) as Partial<ApiError>;
    await transport.time.sleep(reopenDelay(retryAfter, end.retryMs, transport.time.random()), signal);
  }
}

/** How far a log was passed on. */
interface Place {
  id: string | undefined;
  hasEnded: boolean;
}

async function* readOnce(
  transport: Transport,
  jobId: string,
  attempt: number | undefined,
  place: Place,
  signal: AbortSignal | undefined,
): AsyncGenerator<JobLogPart, StreamBreak> {
  const events = readSse(transport, {
    path: `${pathOf(jobId)}/stream`,
    query: { attempt },
    ...(place.id !== undefined && { headers: { 'last-event-id': place.id } }),
    signal,
    what: `The log of ${jobId}`,
  });
  try {
    for (;;) {
      const next = await events.next();
      if (next.done) return next.value;
      const { event, id, data } = next.value;
      if (event === 'log') yield data as JobLogPart;
      place.id = id ?? place.id;
      place.hasEnded = event === 'ended';
      if (place.hasEnded) return {};
    }
  } finally {
    await events.return({});
  }
}
