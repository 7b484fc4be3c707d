import { randomBytes } from 'node:crypto';
import type { Queryable } from '@rotamer/kit/db/db.ts';
import { hashSecret } from './tokenText.ts';

/** How long a link signs in, in milliseconds. */
const LASTS_MS = 15 * 60_000;

/** The token of a link: 256 random bits in base64url. */
const TOKEN = /^[\w-]{43}$/;

/** Whom a link signs in, and where. */
export interface LinkTarget {
  userId: string;
  workspaceId: string;
}

/** Returns the owner of the oldest workspace that has one, or a user by id or e-mail address in the user's oldest workspace. */
export async function findLinkTarget(db: Queryable, user = ''): Promise<LinkTarget | undefined> {
  const { rows } = await db.query(
    `select m.user_id, m.workspace_id from memberships m join users u on u.id = m.user_id
     where case when $1 = '' then m.role = 'owner' else u.id = $1 or u.email = lower($1) end
     order by m.workspace_id, m.user_id limit 1`,
    [user],
  );
  return rows[0] && { userId: rows[0].user_id, workspaceId: rows[0].workspace_id };
}

/** Makes a link. Returns its token, which is stored nowhere. */
export async function createLocalLink(
  db: Queryable,
  { userId, workspaceId }: LinkTarget,
  now: Date,
): Promise<{ token: string; expiresAt: Date }> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + LASTS_MS);
  await db.query('delete from local_links where expires_at <= $1', [now]);
  await db.query('insert into local_links (hash, user_id, workspace_id, expires_at) values ($1, $2, $3, $4)', [
    hashSecret(token),
    userId,
    workspaceId,
    expiresAt,
  ]);
  return { token, expiresAt };
}

/** Uses a link up, once. Returns undefined for a link that was used or is over, and for any other text. */
export async function takeLocalLink(db: Queryable, token: string, now: Date): Promise<LinkTarget | undefined> {
  if (!TOKEN.test(token)) return undefined;
  const { rows } = await db.query(
    'delete from local_links where hash = $1 and expires_at > $2 returning user_id, workspace_id',
    [hashSecret(token), now],
  );
  return rows[0] && { userId: rows[0].user_id, workspaceId: rows[0].workspace_id };
}
