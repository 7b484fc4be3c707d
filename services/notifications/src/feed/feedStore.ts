import type { Db, Queryable } from '@rotamer/kit/db/db.ts';
import { prepared } from '@rotamer/kit/db/prepared.ts';
import { type KnownFeeds, resourceKey } from './decideFeed.ts';
import type { FeedEvent, NewEvent } from './newEvent.ts';

/** Locks the feeds of the events' workspaces, lowest id first, and returns what they have. A new workspace gets its feed. */
export async function lockFeeds(tx: Queryable, events: readonly NewEvent[]): Promise<KnownFeeds> {
  const workspaceIds = [...new Set(events.map(({ workspaceId }) => workspaceId))];
  const feeds = await tx.query(
    prepared(
      `insert into feeds as f (workspace_id)
       select id from unnest($1::text[]) as w (id) order by id
       on conflict (workspace_id) do update set last_seq = f.last_seq
       returning workspace_id, last_seq`,
      [workspaceIds],
    ),
  );
  // Read after the locks: until then another process may add newer events of these resources.
  const resources = await tx.query(
    prepared(
      `select r.workspace_id, r.resource_id, e.version
       from (select distinct workspace_id, resource_id from unnest($1::text[], $2::text[]) as r (workspace_id, resource_id)) r
       cross join lateral (
         select version from events e where e.workspace_id = r.workspace_id and e.resource_id = r.resource_id
         order by seq desc limit 1
       ) e`,
      [events.map(({ workspaceId }) => workspaceId), events.map(({ resourceId }) => resourceId)],
    ),
  );
  return {
    lastSeqs: new Map(feeds.rows.map((row) => [row.workspace_id, row.last_seq])),
    versions: new Map(
      resources.rows.map((row) => [
        resourceKey({ workspaceId: row.workspace_id, resourceId: row.resource_id }),
        row.version,
      ]),
    ),
  };
}

/** Appends numbered events to locked feeds. */
export async function appendEvents(tx: Queryable, events: readonly FeedEvent[]): Promise<void> {
  const rows = events.map((event) => ({
    workspace_id: event.workspaceId,
    seq: event.seq,
    id: event.id,
    type: event.type,
    created_at: event.createdAt,
    resource_type: event.resourceType,
    resource_id: event.resourceId,
    version: event.version,
    project_id: event.projectId ?? null,
    run_id: event.runId ?? null,
    audience: event.audience ?? null,
    data: event.data,
  }));
  await tx.query(
    prepared(
      `with added as (
         insert into events (workspace_id, seq, id, type, created_at, resource_type, resource_id, version, project_id, run_id, audience, data)
         select workspace_id, seq, id, type, created_at, resource_type, resource_id, version, project_id, run_id, audience, data
         from jsonb_to_recordset($1::jsonb) as e (workspace_id text, seq bigint, id text, type text, created_at timestamptz,
           resource_type text, resource_id text, version bigint, project_id text, run_id text, audience text, data jsonb)
         returning workspace_id, seq
       )
       update feeds f set last_seq = a.last_seq
       from (select workspace_id, max(seq) as last_seq from added group by workspace_id) a
       where f.workspace_id = a.workspace_id`,
      [JSON.stringify(rows)],
    ),
  );
}

/**
 * Deletes a batch of events that were stored before a time, oldest first. The feeds remember how far, so that a reader who stood before
 * it learns that events are missing. Returns how many were deleted.
 */
export async function pruneEvents(db: Db, storedBefore: Date, batch: number): Promise<number> {
  const { rows } = await db.query(
    `with old as (
       select workspace_id, seq from events where stored_at < $1 order by stored_at limit $2 for update skip locked
     ), gone as (
       delete from events e using old where e.workspace_id = old.workspace_id and e.seq = old.seq
       returning e.workspace_id, e.seq
     ), pruned as (
       select workspace_id, max(seq) as seq from gone group by workspace_id
     ), locked as materialized (
       -- Lowest id first, like everybody who locks several feeds.
       select workspace_id from feeds where workspace_id in (select workspace_id from pruned) order by workspace_id for update
     ), marked as (
       update feeds f set pruned_seq = greatest(f.pruned_seq, p.seq)
       from locked l join pruned p using (workspace_id) where f.workspace_id = l.workspace_id
     )
     select count(*) as deleted from gone`,
    [storedBefore, batch],
  );
  return rows[0].deleted;
}
