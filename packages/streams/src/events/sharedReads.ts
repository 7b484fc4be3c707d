import type { CallScope } from '@rotamer/kit/grpc/callContext.ts';
import type { Caller } from '@rotamer/proto/caller/v1/caller.ts';
import type { EventsClient, ListEventsRequest, ListEventsResponse } from '@rotamer/proto/notifications/v1/events.ts';

/** Events of one read. */
const LIMIT = 200;

/** Time budget of a read, in milliseconds. */
const BUDGET_MS = 5_000;

/** The filter of a request for events, and what its caller may see. */
export type FeedFilter = Omit<ListEventsRequest, 'after' | 'limit'>;

/** Reads pages of feeds for streams. */
export type FeedReads = (
  filter: FeedFilter,
  after: ListEventsRequest['after'],
  caller: Caller,
) => Promise<ListEventsResponse>;

/** Streams of one workspace that stand at the same place with the same filter share a read: all are woken by the same event. */
export function shareReads(events: Pick<EventsClient<CallScope>, 'list'>): FeedReads {
  const reads = new Map<string, Promise<ListEventsResponse>>();
  return async (filter, after, caller) => {
    const key = JSON.stringify([caller.workspaceId, filter, after]);
    const known = reads.get(key);
    if (known) return known;
    const scope = { caller, deadlineMs: Date.now() + BUDGET_MS };
    const read = events.list({ ...filter, after, limit: LIMIT }, scope).finally(() => reads.delete(key));
    reads.set(key, read);
    return read;
  };
}
