import { defaultChoices } from '@rotamer/api/schemas/notices.ts';
import type { Queryable } from '@rotamer/kit/db/db.ts';
import { MAX_MAILS_PER_DAY, type PendingNotice } from './decideNotices.ts';

/** Every statement on the mails that people want. */

/** A notice before it is known who wants it. */
export interface NewNotice extends Omit<PendingNotice, 'email' | 'recordedAt' | 'userId'> {
  /** The only person who is notified; undefined: owners and admins of the workspace, and the reader. */
  userId?: string;
  /** The user, or the key id of the API key, whose budget it is. */
  reader?: string;
}

/** Most texts of a notice that are stored, in characters. */
const MAX_TEXT = 200;

/** Records notices. */
export async function recordNotices(tx: Queryable, notices: readonly NewNotice[]): Promise<void> {
  const column = (pick: (one: NewNotice) => string | undefined) => notices.map((one) => pick(one) ?? null);
  await tx.query(
    `insert into pending_notices (event_id, user_id, reader, kind, workspace_id, subject_id, title, name, outcome)
     select n.* from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[])
       as n (event_id, user_id, reader, kind, workspace_id, subject_id, title, name, outcome)
     on conflict do nothing`,
    [
      column(({ eventId }) => eventId),
      column(({ userId = '' }) => userId),
      column(({ reader }) => reader),
      column(({ kind }) => kind),
      column(({ workspaceId }) => workspaceId),
      column(({ subjectId }) => subjectId),
      column(({ title }) => title.slice(0, MAX_TEXT)),
      column(({ name }) => name?.slice(0, MAX_TEXT)),
      column(({ outcome }) => outcome),
    ],
  );
}

/** Replaces notices for several people by one for each: owners and admins of the workspace, and the person of the budget or of its key. */
export async function addressNotices(db: Queryable): Promise<void> {
  await db.query(
    `with shared as (delete from pending_notices where user_id = '' returning *)
     insert into pending_notices (event_id, user_id, kind, workspace_id, subject_id, title, name, outcome, recorded_at)
     select s.event_id, r.user_id, s.kind, s.workspace_id, s.subject_id, s.title, s.name, s.outcome, s.recorded_at
     from shared s join people_roles r on r.workspace_id = s.workspace_id
     where r.role in ('owner', 'admin') or r.user_id = s.reader
       or exists (select from people_keys k where k.key_id = s.reader and k.user_id = r.user_id)
     on conflict do nothing`,
  );
}

/** Forgets reviews that are no longer waited for. */
export async function dropReviews(tx: Queryable, runIds: readonly string[]): Promise<void> {
  await tx.query(`delete from pending_notices where subject_id = any($1::text[]) and kind = 'review_waiting'`, [
    runIds,
  ]);
}

/** Records that a submission asked for a mail at the end of its job or run. */
export async function requestNotice(db: Queryable, subjectId: string, userId: string): Promise<void> {
  await db.query('insert into notice_requests (subject_id, user_id) values ($1, $2) on conflict do nothing', [
    subjectId,
    userId,
  ]);
}

/** The choice of a person, and the request of a submission by the same person. */
const WANTED = `(coalesce(c.choice, $1::jsonb ->> p.kind) = 'always'
  or coalesce(c.choice, $1::jsonb ->> p.kind) = 'requested' and r.user_id is not null)`;

const TABLES = `pending_notices p join people u on u.user_id = p.user_id
  left join notice_choices c on c.email = u.email and c.kind = p.kind
  left join notice_requests r on r.subject_id = p.subject_id and r.user_id = p.user_id`;

/**
 * Deletes notices that nobody asked for, those of former members, and those that were not sent for three days. A request may be
 * recorded a little later than a job that ends at once, so notices are kept for a minute.
 */
export async function dropUnwanted(db: Queryable): Promise<void> {
  await db.query(
    `delete from pending_notices where (event_id, user_id) in (
       select p.event_id, p.user_id from ${TABLES}
       where p.recorded_at < now() - interval '1 minute' and (
         not ${WANTED}
         or not exists (select from people_roles m where m.workspace_id = p.workspace_id and m.user_id = p.user_id)))`,
    [JSON.stringify(defaultChoices)],
  );
  await db.query(`delete from pending_notices where recorded_at < now() - interval '3 days'`);
}

/**
 * Returns the oldest notices that are wanted, and how many mails their people were sent today. Notices of people who get no more mails
 * today are left out, so that many of them do not keep others waiting.
 */
export async function readPending(
  db: Queryable,
  limit: number,
): Promise<{ pending: PendingNotice[]; sentToday: Map<string, number> }> {
  const { rows } = await db.query(
    `select p.event_id, p.user_id, u.email, p.kind, p.workspace_id, p.subject_id, p.title, p.name, p.outcome, p.recorded_at,
       coalesce(d.mails, 0) as sent
     from ${TABLES}
     left join notice_days d on d.user_id = p.user_id and d.day = (now() at time zone 'UTC')::date
     where ${WANTED} and coalesce(d.mails, 0) < $3
     order by p.recorded_at limit $2`,
    [JSON.stringify(defaultChoices), limit, MAX_MAILS_PER_DAY],
  );
  return {
    pending: rows.map((row) => ({
      eventId: row.event_id,
      userId: row.user_id,
      email: row.email,
      kind: row.kind,
      workspaceId: row.workspace_id,
      subjectId: row.subject_id,
      title: row.title,
      name: row.name ?? undefined,
      outcome: row.outcome,
      recordedAt: row.recorded_at,
    })),
    sentToday: new Map(rows.map((row) => [row.user_id, row.sent])),
  };
}

/** Deletes notices that are in a mail, and counts the mail. */
export async function endNotices(tx: Queryable, userId: string, eventIds: readonly string[]): Promise<void> {
  await tx.query('delete from pending_notices where user_id = $1 and event_id = any($2::text[])', [userId, eventIds]);
  await tx.query(
    `insert into notice_days (user_id, day, mails) values ($1, (now() at time zone 'UTC')::date, 1)
     on conflict (user_id, day) do update set mails = notice_days.mails + 1`,
    [userId],
  );
}

/** Returns what an address has chosen; kinds without a choice are missing. */
export async function readChoices(db: Queryable, email: string): Promise<Record<string, string>> {
  const { rows } = await db.query('select kind, choice from notice_choices where email = $1', [email]);
  return Object.fromEntries(rows.map(({ kind, choice }) => [kind, choice]));
}

/** Stores choices of an address. */
export async function saveChoices(db: Queryable, email: string, choices: Record<string, string>): Promise<void> {
  await db.query(
    `insert into notice_choices (email, kind, choice) select $1, * from unnest($2::text[], $3::text[])
     on conflict (email, kind) do update set choice = excluded.choice`,
    [email, Object.keys(choices), Object.values(choices)],
  );
}

/** Deletes requests and counts that nothing reads any more. */
export async function purgeNotices(db: Queryable): Promise<void> {
  await db.query(`delete from notice_requests where created_at < now() - interval '60 days'`);
  await db.query(`delete from notice_days where day < (now() at time zone 'UTC')::date - 1`);
}
