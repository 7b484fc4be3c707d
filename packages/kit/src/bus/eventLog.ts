import type { Queryable } from '../db/db.ts';
import { prepared } from '../db/prepared.ts';
import { ASYNC_COMMIT } from '../db/transaction.ts';
import type { BusMessage } from './bus.ts';

/** Most events read at a time. A full batch means that there may be more. */
export const READ_BATCH = 500;

/** Appends events to a topic of the `postgres` bus. */
export async function append(db: Queryable, topic: string, messages: BusMessage[], error?: string): Promise<void> {
  await db.query(
    prepared('select append_events($1, $2, $3, $4, $5, $6, $7, $8)', [
      topic,
      messages.map((message) => message.key),
      messages.map((message) => message.eventId),
      messages.map((message) => message.type),
      messages.map((message) => Buffer.from(message.value)),
      messages.map((message) => message.traceparent),
      messages.map((message) => message.occurredAt),
      error ?? null,
    ]),
  );
}

export interface LoggedEvent {
  id: number;
  message: BusMessage;
}

/**
 * Returns the next events of a topic. Topic and id are compared as one key. Ordered by `id` only, PostgreSQL would use the
 * primary key, and at the end of the topic read all events of all other topics.
 */
export async function readAfter(db: Queryable, topic: string, id: number): Promise<LoggedEvent[]> {
  const { rows } = await db.query(
    prepared(
      `select id, key, event_id, type, value, traceparent, occurred_at
     from events where (topic, id) > ($1, $2::bigint) and topic <= $1 order by topic, id limit $3`,
      [topic, id, READ_BATCH],
    ),
  );
  return rows.map((row) => ({ id: row.id, message: toMessage(row) }));
}

// biome-ignore lint/suspicious/noExplicitAny: rows come untyped from the database; this function gives them their type
function toMessage(row: any): BusMessage {
  return {
    key: row.key,
    eventId: row.event_id,
    type: row.type,
    value: row.value,
    traceparent: row.traceparent,
    occurredAt: row.occurred_at,
  };
}

export interface ParkedEvent extends LoggedEvent {
  topic: string;
  error: string;
}

/** Returns dead-lettered events that have not been replayed, oldest first; of one dead-letter topic or of all. */
export async function readParked(db: Queryable, topic: string | undefined, limit: number): Promise<ParkedEvent[]> {
  const { rows } = await db.query(
    `select id, topic, error, key, event_id, type, value, traceparent, occurred_at
     from events where error is not null and replayed_at is null and ($1::text is null or topic = $1)
     order by id limit $2`,
    [topic ?? null, limit],
  );
  return rows.map((row) => ({ id: row.id, topic: row.topic, error: row.error, message: toMessage(row) }));
}

/** Marks dead letters as replayed. Returns the ids that were not marked before. */
export async function markReplayed(db: Queryable, ids: number[]): Promise<Set<number>> {
  const { rows } = await db.query(
    'update events set replayed_at = now() where id = any($1::bigint[]) and replayed_at is null returning id',
    [ids],
  );
  return new Set(rows.map((row) => row.id));
}

export async function lastEventId(db: Queryable, topic: string): Promise<number> {
  const { rows } = await db.query('select coalesce(max(id), 0)::bigint as id from events where topic = $1', [topic]);
  return rows[0].id;
}

/** Returns the last event of the topic that the group has handled, and the last that it had begun; 0 when there is none. */
export async function readOffset(
  db: Queryable,
  topic: string,
  group: string,
): Promise<{ handled: number; inHand: number }> {
  const { rows } = await db.query('select last_id, in_hand from offsets where topic = $1 and consumer_group = $2', [
    topic,
    group,
  ]);
  return { handled: rows[0]?.last_id ?? 0, inHand: rows[0]?.in_hand ?? 0 };
}

/** Records that the events up to this id are begun. The process that takes over after a crash reads it. */
export async function markInHand(db: Queryable, topic: string, group: string, id: number): Promise<void> {
  await db.query(
    prepared(
      `insert into offsets (topic, consumer_group, last_id, in_hand) select $1, $2, 0, $3::bigint where ${ASYNC_COMMIT}
     on conflict (topic, consumer_group) do update set in_hand = excluded.in_hand`,
      [topic, group, id],
    ),
  );
}

/** Records that one event is begun. Returns how often it was begun before. */
export async function markBegun(db: Queryable, topic: string, group: string, id: number): Promise<number> {
  const { rows } = await db.query(
    `update offsets set begun_id = $3, begun_times = case when begun_id = $3 then begun_times + 1 else 1 end
     where topic = $1 and consumer_group = $2 returning begun_times`,
    [topic, group, id],
  );
  return (rows[0]?.begun_times ?? 1) - 1;
}

/**
 * Saves how far the group has come. The offset only grows: a process that has lost the lock cannot lower it. A crash of
 * the server may lower it, and the events are then delivered again.
 */
export async function saveOffset(db: Queryable, topic: string, group: string, id: number): Promise<void> {
  await db.query(
    prepared(
      `insert into offsets (topic, consumer_group, last_id) select $1, $2, $3::bigint where ${ASYNC_COMMIT}
     on conflict (topic, consumer_group) do update set last_id = greatest(offsets.last_id, excluded.last_id)`,
      [topic, group, id],
    ),
  );
}

/** Most events deleted in one statement, which must end well within the statement timeout. */
export const PURGE_BATCH = 10_000;

/**
 * Deletes one batch of old events and returns its size. Events are kept for a while so that a consumer that was down finds
 * them, and dead letters until an operator has replayed them. Several processes may run this at once: each skips rows
 * that another has locked.
 */
export async function purgeEvents(db: Queryable, olderThanDays: number, batch = PURGE_BATCH): Promise<number> {
  const { rowCount } = await db.query(
    `delete from events where id = any(array(
       select id from events where occurred_at < now() - make_interval(days => $1)
         and (error is null or replayed_at is not null)
       limit $2 for update skip locked))`,
    [olderThanDays, batch],
  );
  return rowCount ?? 0;
}
