import { type ApiError, ResyncRequiredError } from '../http/errors.ts';
import { readSse, type StreamBreak } from '../http/readSse.ts';
import type { Query, Transport } from '../http/transport.ts';
import { countFailure, MAX_STREAM_FAILURES, pollDelay, reopenDelay } from '../jobs/pace.ts';
import type { Event } from '../types.ts';
import { readPage } from './feed.ts';

export interface FollowOptions {
  signal?: AbortSignal;
  /**
   * Called when events are missing: read the present state of what you follow, and the stream goes on with what happened since.
   * Without it the stream ends with a ResyncRequiredError.
   */
  onResync?: (cursor: string) => void | Promise<void>;
}

/** The place in the feed up to which events were passed on. */
interface Place {
  after: string | undefined;
}

/**
 * Yields the events of a feed after a place, and from now on without one. Reads the stream, which is opened again where it broke, and
 * polls after three failed streams.
 */
export async function* followFeed(
  transport: Transport,
  { after, ...filter }: Query & { after?: string },
  { signal: given, onResync }: FollowOptions,
): AsyncGenerator<Event> {
  const { time } = transport;
  const signal = transport.signal(given);
  const place: Place = { after };
  async function resync(cursor: string): Promise<void> {
    if (!onResync) throw new ResyncRequiredError(cursor);
    await onResync(cursor);
    place.after = cursor;
  }
  for (let failures = 0; failures < MAX_STREAM_FAILURES; ) {
    const opened = time.now();
    const end = yield* readOnce(transport, filter, place, resync, signal);
    failures = countFailure(failures, time.now() - opened);
    if (failures === MAX_STREAM_FAILURES) break;
    const { retryAfter } = (end.error ?? {}) as Partial<ApiError>;
    await time.sleep(reopenDelay(retryAfter, end.retryMs, time.random()), signal);
  }
  yield* poll(transport, filter, place, resync, signal);
}

async function* readOnce(
  transport: Transport,
  filter: Query,
  place: Place,
  resync: (cursor: string) => Promise<void>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Event, StreamBreak> {
  const query = { ...filter, after: place.after };
  const events = readSse(transport, { path: '/events/stream', query, signal, what: 'The events of the workspace' });
  try {
    for (;;) {
      const next = await events.next();
      if (next.done) return next.value;
      const { event, id, data } = next.value;
      if (event === 'resync') await resync((data as { cursor: string }).cursor);
      if (event === 'event') yield data as Event;
      // The event is passed on, so that the stream goes on after it.
      place.after = id ?? place.after;
    }
  } finally {
    await events.return({});
  }
}

async function* poll(
  transport: Transport,
  filter: Query,
  place: Place,
  resync: (cursor: string) => Promise<void>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Event> {
  const { time } = transport;
  for (;;) {
    try {
      const page = await readPage(transport, { ...filter, after: place.after ?? 'now' }, { signal });
      yield* page.data;
      place.after = page.next_cursor;
      if (page.has_more) continue;
    } catch (error) {
      const { code, details } = error as Partial<ApiError>;
      if (code !== 'resync_required') throw error;
      await resync((details as { cursor: string }).cursor);
    }
    await time.sleep(pollDelay(1, undefined, time.random()), signal);
  }
}
