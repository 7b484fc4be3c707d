import type { Db } from '@rotamer/kit/db/db.ts';
import type { Person } from '@rotamer/proto/notifications/v1/mails.ts';

/**
 * Returns people who have changed since they were last sent. A state is at least as new as its version. Keys that have ended are left out:
 * their number has no bound, and notifications keeps those that it was sent.
 */
export async function readUnsent(db: Db, limit: number): Promise<Person[]> {
  const { rows } = await db.query(
    `select v.user_id, v.version, u.email,
       array(select m.workspace_id from memberships m where m.user_id = v.user_id order by m.workspace_id) as workspace_ids,
       array(select m.role from memberships m where m.user_id = v.user_id order by m.workspace_id) as roles,
       array(
         select k.key_id from memberships m join api_keys k using (workspace_id, user_id)
         where m.user_id = v.user_id and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
       ) as key_ids
     from person_versions v join users u on u.id = v.user_id
     where v.sent_version <> v.version order by v.user_id limit $1`,
    [limit],
  );
  return rows.map((row) => ({
    userId: row.user_id,
    version: row.version,
    email: row.email,
    roles: row.workspace_ids.map((workspaceId: string, n: number) => ({ workspaceId, role: row.roles[n] })),
    keyIds: row.key_ids,
  }));
}

/** Records which versions were sent. A person who has changed meanwhile is sent again. */
export async function recordSent(db: Db, people: readonly Person[]): Promise<void> {
  await db.query(
    `update person_versions v set sent_version = s.version
     from unnest($1::text[], $2::bigint[]) as s (user_id, version) where v.user_id = s.user_id`,
    [people.map(({ userId }) => userId), people.map(({ version }) => version)],
  );
}
