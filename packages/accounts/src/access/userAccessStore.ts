import type { Queryable } from '@rotamer/kit/db/db.ts';
import type { UserAccess } from '@rotamer/proto/gateway/v1/access.ts';
import { LIVE } from './sessionStore.ts';

/** Most memberships that are shown of one user. */
const MAX_MEMBERSHIPS = 100;

/** Returns users in the order of their ids, with their memberships, live keys and live sessions. `user`: only this id or address. */
export async function listUserAccess(
  db: Queryable,
  { user, afterId, limit }: { user: string; afterId: string; limit: number },
  now: Date,
): Promise<UserAccess[]> {
  const { rows } = await db.query(
    `select u.id, u.email, u.name, held.memberships, live.sessions, last.signed_in_at
     from (
       select id, email, name from users
       where id > $2 and ($3 = '' or id = $3 or email = lower(trim($3))) order by id limit $4
     ) u
     cross join lateral (
       select coalesce(json_agg(json_build_object('workspaceId', m.workspace_id, 'role', m.role, 'liveKeys', (
         select count(*) from api_keys k where k.workspace_id = m.workspace_id and k.user_id = u.id
           and k.revoked_at is null and (k.expires_at is null or k.expires_at > $1)
       )) order by m.workspace_id), '[]') as memberships
       from (
         select workspace_id, role from memberships where user_id = u.id order by workspace_id limit ${MAX_MEMBERSHIPS}
       ) m
     ) held
     cross join lateral (select count(*)::int as sessions from sessions where user_id = u.id and ${LIVE}) live
     cross join lateral (
       select greatest(
         (select max(created_at) from sessions where user_id = u.id),
         (select max(last_used_at) from identities where user_id = u.id)
       ) as signed_in_at
     ) last
     order by u.id`,
    [now, afterId, user, limit],
  );
  return rows.map((row) => ({
    ...{ id: row.id, email: row.email, name: row.name ?? '', memberships: row.memberships },
    ...{ liveSessions: row.sessions, lastSignedInAt: row.signed_in_at ?? undefined },
  }));
}
