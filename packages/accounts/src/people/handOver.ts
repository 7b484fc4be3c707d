import type { Db } from '@rotamer/kit/db/db.ts';
import { TakeOverRequest } from '@rotamer/proto/notifications/v1/mails.ts';
import type { Mails } from '../clients.ts';

/** Rows of one call. */
const BATCH = 1_000;

/** Mails of one call. A mail that lists 50 jobs with long names may take 70 KB, and a call has room for 4 MiB. */
const MAILS_BATCH = 50;

/** A table that notifications takes over. */
interface Part {
  read: string;
  toRequest(rows: Row[]): Parameters<typeof TakeOverRequest.fromPartial>[0];
  /** Deletes rows, given their columns as arrays. */
  remove: string;
  columns: string[];
  /** Most rows of one call. Default: `BATCH`. */
  batch?: number;
}

// biome-ignore lint/suspicious/noExplicitAny: a row of the statements below
type Row = any;

/** In this order: notices of events that both services have handled are dropped there before ours arrive. */
const parts: Part[] = [
  {
    read: `select event_id from inbox where consumer_group = 'gateway'`,
    toRequest: (rows) => ({ handledEventIds: rows.map((row) => row.event_id) }),
    remove: `delete from inbox where consumer_group = 'gateway' and event_id = any($1::text[])`,
    columns: ['event_id'],
  },
  {
    read: 'select email, kind, choice from notice_choices',
    toRequest: (rows) => ({ choices: rows.map(({ email, kind, choice }) => ({ email, choices: { [kind]: choice } })) }),
    remove: `delete from notice_choices where (email, kind) in (select * from unnest($1::text[], $2::text[]))`,
    columns: ['email', 'kind'],
  },
  {
    read: 'select subject_id, user_id, created_at from notice_requests',
    toRequest: (rows) => ({
      requests: rows.map((row) => ({ subjectId: row.subject_id, userId: row.user_id, createdAt: row.created_at })),
    }),
    remove: 'delete from notice_requests where subject_id = any($1::text[])',
    columns: ['subject_id'],
  },
  {
    read: `select event_id, user_id, kind, workspace_id, subject_id, title, name, outcome, recorded_at from pending_notices`,
    toRequest: (rows) => ({
      notices: rows.map((row) => ({
        ...{ eventId: row.event_id, userId: row.user_id, kind: row.kind, workspaceId: row.workspace_id },
        ...{ subjectId: row.subject_id, title: row.title, name: row.name ?? undefined, outcome: row.outcome },
        recordedAt: row.recorded_at,
      })),
    }),
    remove: `delete from pending_notices where (event_id, user_id) in (select * from unnest($1::text[], $2::text[]))`,
    columns: ['event_id', 'user_id'],
  },
  {
    read: `select id, recipient, data, expires_at from mails where template = 'notice'`,
    toRequest: (rows) => ({
      mails: rows.map(({ id, recipient, data, expires_at: expiresAt }) => ({
        ...{ id, recipient, dataJson: JSON.stringify(data), expiresAt },
      })),
    }),
    remove: 'delete from mails where id = any($1::text[])',
    columns: ['id'],
    batch: MAILS_BATCH,
  },
  {
    read: `select user_id, to_char(day, 'YYYY-MM-DD') as day, mails from notice_days`,
    toRequest: (rows) => ({ days: rows.map(({ user_id: userId, day, mails }) => ({ userId, day, mails })) }),
    remove: `delete from notice_days where (user_id, day::text) in (select * from unnest($1::text[], $2::text[]))`,
    columns: ['user_id', 'day'],
  },
];

/**
 * Hands what gateways before release 0.3 had collected for mails over to notifications, which sends them. Rows are deleted after
 * notifications has them; a repeat changes nothing there. Release 0.4 does not need this, and drops the tables.
 *
 * @throws AbortError between two calls, once the signal is aborted
 */
export async function handOver(
  { db, mails }: { db: Db; mails: Pick<Mails, 'takeOver'> },
  signal?: AbortSignal,
): Promise<void> {
  for (const { read, toRequest, remove, columns, batch = BATCH } of parts) {
    for (;;) {
      signal?.throwIfAborted();
      const { rows } = await db.query(`${read} limit ${batch}`);
      if (rows.length === 0) break;
      await mails.takeOver(TakeOverRequest.fromPartial(toRequest(rows)));
      await db.query(
        remove,
        columns.map((column) => rows.map((row) => row[column])),
      );
    }
  }
}
