import type { Queryable } from '@rotamer/kit/db/db.ts';
import { prepared } from '@rotamer/kit/db/prepared.ts';
import { isId } from '@rotamer/kit/ids.ts';
import type { Delivery, Outcome } from './delivery.ts';

/** How many attempts of a delivery are kept. */
export const KEPT_ATTEMPTS = 50;

/** A delivery as it is stored. */
export interface StoredDelivery extends Delivery {
  id: string;
  workspaceId: string;
  endpointId: string;
  eventId: string;
  eventType: string;
  resourceId: string;
  /** The resource whose earlier events go first; null: the delivery waits for nothing. */
  queue: string | null;
  attempts: number;
  createdAt: Date;
  endedAt: Date | null;
}

/** An attempt that has ended. */
export interface StoredAttempt extends Outcome {
  number: number;
  at: Date;
}

export const DELIVERY_COLUMNS = [
  ...['id', 'workspace_id', 'endpoint_id', 'event_id', 'event_type', 'resource_id', 'queue', 'state', 'requested_at'],
  ...['failures', 'attempts', 'due_at', 'created_at', 'ended_at'],
] as const;

const COLUMNS = DELIVERY_COLUMNS.join(', ');

export interface DeliveryFilter {
  workspaceId: string;
  endpointId?: string;
  eventId?: string;
  state?: Delivery['state'];
  /** Only deliveries created before this one; empty: all. */
  beforeId: string;
  limit: number;
}

/** Returns deliveries of a workspace, newest first. */
export async function listDeliveries(db: Queryable, filter: DeliveryFilter): Promise<StoredDelivery[]> {
  const { rows } = await db.query(
    `select ${COLUMNS} from webhook_deliveries
     where workspace_id = $1 and ($2::text is null or endpoint_id = $2) and ($3::text is null or event_id = $3)
       and ($4::text is null or state = $4) and ($5 = '' or id collate "C" < $5)
     order by id collate "C" desc limit $6`,
    [filter.workspaceId, filter.endpointId, filter.eventId, filter.state, filter.beforeId, filter.limit],
  );
  return rows.map(toDelivery);
}

export async function readDelivery(
  db: Queryable,
  id: string,
  workspaceId: string,
): Promise<StoredDelivery | undefined> {
  if (!isId('whd', id)) return undefined;
  const { rows } = await db.query(
    prepared(`select ${COLUMNS} from webhook_deliveries where id = $1 and workspace_id = $2`, [id, workspaceId]),
  );
  return rows[0] && toDelivery(rows[0]);
}

/** Returns the newest attempts of a delivery that have ended, oldest first. */
export async function readAttempts(db: Queryable, deliveryId: string): Promise<StoredAttempt[]> {
  const { rows } = await db.query(
    `select number, at, duration_ms, status, error, answer from webhook_attempts where delivery_id = $1
     order by number desc limit $2`,
    [deliveryId, KEPT_ATTEMPTS],
  );
  return rows.toReversed().map(({ number, at, duration_ms: durationMs, status, error, answer }) => ({
    ...{ number, at, durationMs, status: status ?? undefined, error: error ?? undefined, answer: answer ?? undefined },
  }));
}

/**
 * Stores the end of an attempt with what follows from it. A delivery that has ended makes the next event of its resource due.
 * The endpoint must be locked. Returns false when the lease had ended and somebody else has the delivery.
 */
export async function saveAttempt(
  tx: Queryable,
  { id, endpointId, queue, attempts }: StoredDelivery,
  after: Delivery,
  { at, ...outcome }: StoredAttempt,
  now: Date,
): Promise<boolean> {
  const hasEnded = after.state !== 'pending';
  const { rowCount } = await tx.query(
    prepared(
      `with saved as (
         update webhook_deliveries set state = $3, failures = $4, due_at = $5::timestamptz, ended_at = case when $6::boolean then $7::timestamptz end
         where id = $1 and attempts = $2::integer and state = 'pending'
         returning id
       ), logged as (
         insert into webhook_attempts (delivery_id, number, at, duration_ms, status, error, answer)
         select id, $2, $8::timestamptz, $9::integer, $10::integer, $11::text, $12::text from saved
       ), trimmed as (
         delete from webhook_attempts where delivery_id = $1 and number <= $2::integer - ${KEPT_ATTEMPTS}
       ), next as (
         update webhook_deliveries set due_at = $7::timestamptz
         where $6::boolean and exists (select from saved) and id = (
           select id from webhook_deliveries where endpoint_id = $13 and queue = $14 and state = 'pending' and id <> $1
           order by event_seq limit 1
         )
       )
       select from saved`,
      [
        ...[id, attempts, after.state, after.failures, after.dueAt, hasEnded, now, at, outcome.durationMs],
        ...[outcome.status, outcome.error, outcome.answer, endpointId, queue],
      ],
    ),
  );
  return rowCount === 1;
}

/** Starts a delivery again. It waits for no other, and no other waits for it. */
export async function saveReplay(tx: Queryable, id: string, after: Delivery): Promise<void> {
  await tx.query(
    `update webhook_deliveries set state = $2, requested_at = $3, failures = $4, due_at = $5, ended_at = null, queue = null
     where id = $1`,
    [id, after.state, after.requestedAt, after.failures, after.dueAt],
  );
}

/** Gives up all pending deliveries of an endpoint, which is locked. */
export async function giveUpDeliveries(tx: Queryable, endpointId: string, now: Date): Promise<void> {
  await tx.query(
    `update webhook_deliveries set state = 'failed', due_at = null, ended_at = $2 where endpoint_id = $1 and state = 'pending'`,
    [endpointId, now],
  );
}

/** Makes retries of an endpoint due at once, for example because it has another URL. */
export async function retryNow(tx: Queryable, endpointId: string, now: Date): Promise<void> {
  await tx.query(`update webhook_deliveries set due_at = $2 where endpoint_id = $1 and due_at > $2 and failures > 0`, [
    endpointId,
    now,
  ]);
}

/** Deletes at most `limit` deliveries that were created before a time and have ended. Returns their number. */
export async function purgeDeliveries(db: Queryable, before: Date, limit: number): Promise<number> {
  const { rowCount } = await db.query(
    `delete from webhook_deliveries where id in (
       select id from webhook_deliveries where created_at < $1 and state <> 'pending' order by created_at limit $2
     )`,
    [before, limit],
  );
  return rowCount ?? 0;
}

/** Inserts a test of an endpoint, which is due at once. */
export async function insertTest(tx: Queryable, test: StoredDelivery, body: object): Promise<void> {
  await tx.query(
    `insert into webhook_deliveries
       (id, workspace_id, endpoint_id, event_id, event_type, resource_id, body, requested_at, created_at, due_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $8)`,
    [
      ...[test.id, test.workspaceId, test.endpointId, test.eventId, test.eventType, test.resourceId],
      ...[JSON.stringify(body), test.requestedAt],
    ],
  );
}

// biome-ignore lint/suspicious/noExplicitAny: a row of webhook_deliveries
export function toDelivery(row: any): StoredDelivery {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    endpointId: row.endpoint_id,
    eventId: row.event_id,
    eventType: row.event_type,
    resourceId: row.resource_id,
    queue: row.queue,
    state: row.state,
    requestedAt: row.requested_at,
    failures: row.failures,
    attempts: row.attempts,
    dueAt: row.due_at,
    createdAt: row.created_at,
    endedAt: row.ended_at,
  };
}
