import type { FeedEvent, NewEvent } from './newEvent.ts';

/** What is known of the feeds of some workspaces while they are locked. */
export interface KnownFeeds {
  /** The number of the newest event of each workspace. */
  lastSeqs: ReadonlyMap<string, number>;
  /** The version of the newest event of each resource, by `resourceKey`. */
  versions: ReadonlyMap<string, number>;
}

/** The key of a resource among those of all workspaces. */
export function resourceKey({ workspaceId, resourceId }: Pick<NewEvent, 'workspaceId' | 'resourceId'>): string {
  return `${workspaceId} ${resourceId}`;
}

/**
 * Numbers new events in the order of their arrival. An event that is older than the newest one of its resource came late, for example
 * replayed by an operator: it is dropped, because readers have a newer state already. So is an event from before `keptSince`.
 */
export function decideFeed({ lastSeqs, versions }: KnownFeeds, arrived: readonly NewEvent[], keptSince: Date) {
  const seqs = new Map(lastSeqs);
  const newest = new Map(versions);
  const events: FeedEvent[] = [];
  for (const event of arrived) {
    const key = resourceKey(event);
    if (event.createdAt < keptSince || event.version < (newest.get(key) ?? Number.NEGATIVE_INFINITY)) continue;
    const seq = (seqs.get(event.workspaceId) ?? 0) + 1;
    seqs.set(event.workspaceId, seq);
    newest.set(key, event.version);
    events.push({ ...event, seq });
  }
  return events;
}
