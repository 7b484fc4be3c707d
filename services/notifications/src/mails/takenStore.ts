import type { Queryable } from '@rotamer/kit/db/db.ts';
import type { TakenDay, TakenMail, TakenNotice, TakenRequest } from '@rotamer/proto/notifications/v1/mails.ts';

/** The statements that store what gateways before release 0.3 had collected. Release 0.4 does not need them. */

/** Deletes notices of events that a gateway has handled. */
export async function dropHandled(tx: Queryable, eventIds: readonly string[]): Promise<void> {
  await tx.query('delete from pending_notices where event_id = any($1::text[])', [eventIds]);
}

/** Adds choices of an address, except for kinds that have one here. */
export async function addChoices(tx: Queryable, email: string, choices: Record<string, string>): Promise<void> {
  await tx.query(
    `insert into notice_choices (email, kind, choice) select $1, * from unnest($2::text[], $3::text[])
     on conflict do nothing`,
    [email, Object.keys(choices), Object.values(choices)],
  );
}

export async function addRequests(tx: Queryable, requests: readonly TakenRequest[]): Promise<void> {
  await tx.query(
    `insert into notice_requests (subject_id, user_id, created_at)
     select * from unnest($1::text[], $2::text[], $3::timestamptz[]) on conflict do nothing`,
    [
      requests.map(({ subjectId }) => subjectId),
      requests.map(({ userId }) => userId),
      requests.map(({ createdAt }) => createdAt),
    ],
  );
}

export async function addNotices(tx: Queryable, notices: readonly TakenNotice[]): Promise<void> {
  const rows = notices.map((one) => ({
    ...{ event_id: one.eventId, user_id: one.userId, kind: one.kind, workspace_id: one.workspaceId },
    ...{ subject_id: one.subjectId, title: one.title, name: one.name ?? null, outcome: one.outcome },
    recorded_at: one.recordedAt,
  }));
  await tx.query(
    `insert into pending_notices (event_id, user_id, kind, workspace_id, subject_id, title, name, outcome, recorded_at)
     select * from jsonb_to_recordset($1::jsonb) as n (event_id text, user_id text, kind text, workspace_id text,
       subject_id text, title text, name text, outcome text, recorded_at timestamptz)
     on conflict do nothing`,
    [JSON.stringify(rows)],
  );
}

export async function addMails(tx: Queryable, mails: readonly TakenMail[]): Promise<void> {
  await tx.query(
    `insert into mails (id, template, recipient, data, expires_at)
     select id, 'notice', recipient, data, expires_at
     from unnest($1::text[], $2::text[], $3::jsonb[], $4::timestamptz[]) as m (id, recipient, data, expires_at)
     on conflict do nothing`,
    [
      mails.map(({ id }) => id),
      mails.map(({ recipient }) => recipient),
      mails.map(({ dataJson }) => dataJson),
      mails.map(({ expiresAt }) => expiresAt),
    ],
  );
}

/** Adds the counts of mails per person and day. A repeat changes nothing. */
export async function addDays(tx: Queryable, days: readonly TakenDay[]): Promise<void> {
  await tx.query(
    `insert into notice_days (user_id, day, mails) select * from unnest($1::text[], $2::date[], $3::int[])
     on conflict (user_id, day) do update set mails = greatest(notice_days.mails, excluded.mails)`,
    [days.map(({ userId }) => userId), days.map(({ day }) => day), days.map(({ mails }) => mails)],
  );
}
