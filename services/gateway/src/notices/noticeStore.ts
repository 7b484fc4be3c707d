import type { NoticeChoice, NoticeChoices, NoticeKind } from '@rotamer/api/schemas/notices.ts';
import type { Queryable } from '@rotamer/kit/db/db.ts';
import type { PendingNotice } from './decideNotices.ts';
import { defaultChoices } from './kinds.ts';

/** Every statement on the mails that people want. */

/** A notice before it is known whether its person wants it. */
export type NewNotice = Omit<PendingNotice, 'email' | 'recordedAt'>;

/** Most texts of a notice that are stored, in characters. */
const MAX_TEXT = 200;

/** Records notices, except those of kinds that the person has switched off. */
export async function recordNotices(tx: Queryable, notices: readonly NewNotice[]): Promise<void> {
  const column = (pick: (one: NewNotice) => string | null) => notices.map(pick);
  await tx.query(
    `insert into pending_notices (event_id, user_id, kind, workspace_id, subject_id, title, name, outcome)
     select n.* from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])
       as n (event_id, user_id, kind, workspace_id, subject_id, title, name, outcome)
     join users u on u.id = n.user_id
     where not exists (
       select from notice_choices c where c.email = u.email and c.kind = n.kind and c.choice = 'never')
     on conflict do nothing`,
    [
      column(({ eventId }) => eventId),
      column(({ userId }) => userId),
      column(({ kind }) => kind),
      column(({ workspaceId }) => workspaceId),
      column(({ subjectId }) => subjectId),
      column(({ title }) => title.slice(0, MAX_TEXT)),
      column(({ name }) => name?.slice(0, MAX_TEXT) ?? null),
      column(({ outcome }) => outcome),
    ],
  );
}

/** Returns who is notified of a budget: owners and admins of the workspace, and the person whose budget it is, or whose key has it. */
export async function readersOfBudget(tx: Queryable, workspaceId: string, subjectId: string): Promise<string[]> {
  const { rows } = await tx.query(
    `select m.user_id from memberships m where m.workspace_id = $1 and (m.role in ('owner', 'admin') or m.user_id = $2
       or exists (select from api_keys k where k.workspace_id = $1 and k.user_id = m.user_id and k.key_id = $2))`,
    [workspaceId, subjectId],
  );
  return rows.map((row) => row.user_id);
}

/** Returns the owners and admins of a workspace. */
export async function adminsOf(tx: Queryable, workspaceId: string): Promise<string[]> {
  const { rows } = await tx.query(
    `select user_id from memberships where workspace_id = $1 and role in ('owner', 'admin')`,
    [workspaceId],
  );
  return rows.map((row) => row.user_id);
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

const TABLES = `pending_notices p join users u on u.id = p.user_id
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
         or not exists (select from memberships m where m.workspace_id = p.workspace_id and m.user_id = p.user_id)
         or p.recorded_at < now() - interval '3 days'))`,
    [JSON.stringify(defaultChoices)],
  );
}

/** Returns the oldest notices that are wanted, and how many mails their people were sent today. */
export async function readPending(
  db: Queryable,
  limit: number,
): Promise<{ pending: PendingNotice[]; sentToday: Map<string, number> }> {
  const { rows } = await db.query(
    `select p.event_id, p.user_id, u.email, p.kind, p.workspace_id, p.subject_id, p.title, p.name, p.outcome, p.recorded_at,
       coalesce(d.mails, 0) as sent
     from ${TABLES}
     left join notice_days d on d.user_id = p.user_id and d.day = (now() at time zone 'UTC')::date
     where ${WANTED}
     order by p.recorded_at limit $2`,
    [JSON.stringify(defaultChoices), limit],
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
export async function readChoices(db: Queryable, email: string): Promise<Partial<NoticeChoices>> {
  const { rows } = await db.query('select kind, choice from notice_choices where email = $1', [email]);
  return Object.fromEntries(rows.map(({ kind, choice }) => [kind, choice]));
}

export async function choose(db: Queryable, email: string, kind: NoticeKind, choice: NoticeChoice): Promise<void> {
  await db.query(
    `insert into notice_choices (email, kind, choice) values ($1, $2, $3)
     on conflict (email, kind) do update set choice = excluded.choice`,
    [email, kind, choice],
  );
}

export async function emailOf(db: Queryable, userId: string): Promise<string | undefined> {
  const { rows } = await db.query('select email from users where id = $1', [userId]);
  return rows[0]?.email;
}

/** Deletes requests and counts that nothing reads any more. */
export async function purgeNotices(db: Queryable): Promise<void> {
  await db.query(`delete from notice_requests where created_at < now() - interval '60 days'`);
  await db.query(`delete from notice_days where day < (now() at time zone 'UTC')::date - 1`);
}
