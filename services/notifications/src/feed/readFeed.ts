import type { Db } from '@rotamer/kit/db/db.ts';
import { prepared } from '@rotamer/kit/db/prepared.ts';
import type { ListEventsRequest, PublicEvent } from '@rotamer/proto/notifications/v1/events.ts';

/** Most events that one page looks at, so that a rare type among many events costs a bounded statement. */
const MAX_SCANNED = 10_000;

/** How far the feed of a workspace reaches; of a workspace without events: nowhere. */
export async function readFeed(db: Db, workspaceId: string): Promise<{ lastSeq: number; prunedSeq: number }> {
  const { rows } = await db.query(
    prepared('select last_seq, pruned_seq from feeds where workspace_id = $1', [workspaceId]),
  );
  return { lastSeq: rows[0]?.last_seq ?? 0, prunedSeq: rows[0]?.pruned_seq ?? 0 };
}

/** Returns the place at which to read on; undefined when the feed does not have the event that was named. */
export async function placeOf(
  db: Db,
  workspaceId: string,
  after: ListEventsRequest['after'],
): Promise<number | 'newest' | undefined> {
  if (!after) return 0;
  if (after.$case === 'afterNewest') return 'newest';
  if (after.$case === 'afterSeq') return after.value;
  const { rows } = await db.query(
    prepared('select seq from events where workspace_id = $1 and id = $2', [workspaceId, after.value]),
  );
  return rows[0]?.seq;
}

export interface Page {
  events: PublicEvent[];
  /** The place up to which the feed was read. */
  nextSeq: number;
  /** The feed has events after it. */
  hasMore: boolean;
}

type Filter = Pick<ListEventsRequest, 'limit' | 'types' | 'projectId' | 'runId' | 'resourceId' | 'visible'>;

/**
 * Returns the events of a feed after a place that match a filter and that the caller may see. A page ends after `limit` events or after
 * 10,000 looked at, so it may be empty although more follow.
 */
export async function readEvents(db: Db, workspaceId: string, after: number, filter: Filter): Promise<Page> {
  const { limit, types, projectId, runId, resourceId, visible } = filter;
  const { rows } = await db.query(
    prepared(
      `with scanned as materialized (
         select seq, type, project_id, run_id, resource_id, audience from events
         where workspace_id = $1 and seq > $2 order by seq limit $3
       ), matching as materialized (
         select seq from scanned
         where ($4::text[] is null or type = any($4)) and ($5::text is null or project_id = $5)
           and ($6::text is null or run_id = $6) and ($7::text is null or resource_id = $7)
           and ($8::text[] is null or project_id = any($8)) and (audience is null or $9 or audience = any($10))
         order by seq limit $11
       ), page as (
         select (select count(*) from scanned) as scanned, (select max(seq) from scanned) as last_scanned,
           (select count(*) from matching) as matching, (select max(seq) from matching) as last_matching
       )
       select p.*, e.id, e.seq, e.type, e.created_at, e.resource_type, e.resource_id, e.project_id, e.run_id, e.data::text as data
       from page p left join (matching join events e on e.workspace_id = $1 and e.seq = matching.seq) on true
       order by e.seq`,
      [
        ...[workspaceId, after, MAX_SCANNED, orNull(types), projectId, runId, resourceId],
        ...[orNull(visible?.projectIds), visible?.everyAudience ?? false, visible?.audiences ?? [], limit],
      ],
    ),
  );
  const { scanned, last_scanned, matching, last_matching } = rows[0];
  const isFull = matching === limit;
  return {
    events: matching === 0 ? [] : rows.map(toMessage),
    nextSeq: (isFull ? last_matching : last_scanned) ?? after,
    hasMore: isFull ? last_matching < last_scanned || scanned === MAX_SCANNED : scanned === MAX_SCANNED,
  };
}

function orNull(values: readonly string[] | undefined): readonly string[] | null {
  return values && values.length > 0 ? values : null;
}

// biome-ignore lint/suspicious/noExplicitAny: rows have no type
function toMessage(row: any): PublicEvent {
  return {
    id: row.id,
    seq: row.seq,
    type: row.type,
    createdAt: row.created_at,
    resourceType: row.resource_type,
    resourceId: row.resource_id,
    projectId: row.project_id ?? undefined,
    runId: row.run_id ?? undefined,
    dataJson: row.data,
  };
}
