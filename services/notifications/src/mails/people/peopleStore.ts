import type { Queryable } from '@rotamer/kit/db/db.ts';
import type { Person } from '@rotamer/proto/notifications/v1/mails.ts';

/** Every statement on people. */

/** Stores people. A version that is not newer than the stored one changes nothing. A new address keeps which mails are wanted. */
export async function putPeople(tx: Queryable, people: readonly Person[]): Promise<void> {
  const before = await tx.query('select user_id, email from people where user_id = any($1::text[]) for update', [
    people.map(({ userId }) => userId),
  ]);
  const { rows } = await tx.query(
    `insert into people as p (user_id, email, version)
     select * from unnest($1::text[], $2::text[], $3::bigint[]) as n (user_id, email, version) order by user_id
     on conflict (user_id) do update set email = excluded.email, version = excluded.version
     where p.version < excluded.version
     returning user_id`,
    [people.map(({ userId }) => userId), people.map(({ email }) => email), people.map(({ version }) => version)],
  );
  const changed = new Set(rows.map((row) => row.user_id));
  const newer = people.filter(({ userId }) => changed.has(userId));
  const roles = newer.flatMap(({ userId, roles }) => roles.map((one) => ({ ...one, userId })));
  const keys = newer.flatMap(({ userId, keyIds }) => keyIds.map((keyId) => ({ keyId, userId })));
  await tx.query('delete from people_roles where user_id = any($1::text[])', [[...changed]]);
  await tx.query(
    'insert into people_roles (workspace_id, user_id, role) select * from unnest($1::text[], $2::text[], $3::text[])',
    [roles.map(({ workspaceId }) => workspaceId), roles.map(({ userId }) => userId), roles.map(({ role }) => role)],
  );
  const emails = new Map(newer.map(({ userId, email }) => [userId, email]));
  const moved = before.rows.filter(({ user_id: id, email }) => emails.has(id) && emails.get(id) !== email);
  await tx.query(
    `insert into notice_choices (email, kind, choice)
     select m.after, c.kind, c.choice from unnest($1::text[], $2::text[]) as m (before, after)
     join notice_choices c on c.email = m.before on conflict do nothing`,
    [moved.map(({ email }) => email), moved.map(({ user_id: id }) => emails.get(id))],
  );
  // A key stays with its person.
  await tx.query(
    `insert into people_keys (key_id, user_id) select * from unnest($1::text[], $2::text[]) on conflict do nothing`,
    [keys.map(({ keyId }) => keyId), keys.map(({ userId }) => userId)],
  );
}

/** Records that every person of the installation is stored. */
export async function markPeopleComplete(db: Queryable): Promise<void> {
  await db.query('insert into people_complete default values on conflict do nothing');
}

/** Returns whether every person of the installation was stored at least once. */
export async function arePeopleComplete(db: Queryable): Promise<boolean> {
  return (await db.query('select from people_complete')).rowCount === 1;
}
