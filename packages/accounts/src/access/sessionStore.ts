import { scopes } from '@rotamer/api/operation/access.ts';
import type { SignInMethod } from '@rotamer/api/schemas/session.ts';
import type { Queryable } from '@rotamer/kit/db/db.ts';
import { prepared } from '@rotamer/kit/db/prepared.ts';
import { Fault } from '@rotamer/kit/errors/fault.ts';
import { newId } from '@rotamer/kit/ids.ts';
import { shownLine } from '@rotamer/kit/shownText.ts';
import type { CredentialRecord } from './credential.ts';
import type { Use } from './recentKeys.ts';
import { makeSessionToken } from './sessionToken.ts';
import { hashSecret } from './tokenText.ts';

/** Every statement on sessions. A session is live until it is ended, has not been used for 12 h, or has lasted 7 days. */

/** A session ends when it was not used for this long. */
export const IDLE_MS = 12 * 3_600_000;

/** A session ends this long after signing in. */
const LASTS_MS = 7 * 24 * 3_600_000;

/** Ended sessions are kept this long, so that operators can still find them. */
const KEPT_MS = 30 * 24 * 3_600_000;

/** Most live sessions of a person. A further one ends the session that was unused for longest. */
const MAX_SESSIONS = 100;

const MAX_USER_AGENT = 300;
const MAX_ADDRESS = 64;

/** The program that a session is for, as far as its request tells. */
export interface SessionClient {
  userAgent: string;
  address: string;
}

export interface NewSession {
  userId: string;
  /** By default the workspace of the person's newest session, or else any of the person's workspaces. */
  workspaceId?: string;
  method: SignInMethod;
  client: SessionClient;
  now: Date;
}

/** A session without its secret. */
export interface Session {
  id: string;
  publicId: string;
  userId: string;
  email: string;
  workspaceId: string;
  method: SignInMethod;
  userAgent: string;
  address: string;
  createdAt: Date;
  lastUsedAt: Date;
  /** The earlier of its two ends. */
  expiresAt: Date;
}

const COLUMNS = `id, public_id, user_id, (select email from users where users.id = user_id) as email, sessions.workspace_id,
  method, user_agent, address, created_at, last_used_at, ends_at`;

/** The condition of a live session; `$1` is the current time. */
export const LIVE = `revoked_at is null and ends_at > $1 and last_used_at > $1::timestamptz - interval '${IDLE_MS} ms'`;

/**
 * Signs a person in. Only this response ever contains the token. Every sign-in makes a new session, so no token that was known
 * before can become one of the person. Locks the membership, so that it cannot end before its new session is visible.
 *
 * @throws forbidden when the person is not a member of the workspace, or of any
 */
export async function createSession(
  db: Queryable,
  { userId, workspaceId, method, client, now }: NewSession,
): Promise<{ token: string; session: Session }> {
  const { publicId, token } = makeSessionToken();
  const { rows } = await db.query(
    `insert into sessions (id, public_id, hash, user_id, workspace_id, method, user_agent, address, created_at,
       last_used_at, ends_at)
     select $1, $2, $3, m.user_id, m.workspace_id, $6, $7, $8, $9, $9, $10
     from (
       select user_id, workspace_id from memberships m
       where user_id = $4 and ($5::text is null or workspace_id = $5)
       order by (select max(s.id) from sessions s where s.user_id = m.user_id and s.workspace_id = m.workspace_id)
         desc nulls last, workspace_id
       limit 1 for key share
     ) m
     returning ${COLUMNS}`,
    [
      newId('ses', now),
      publicId,
      hashSecret(token),
      userId,
      workspaceId ?? null,
      method,
      shownLine(client.userAgent, MAX_USER_AGENT),
      shownLine(client.address, MAX_ADDRESS),
      now,
      new Date(now.getTime() + LASTS_MS),
    ],
  );
  if (rows.length === 0) throw noWorkspace();
  await endSurplus(db, userId, now);
  return { token, session: toSession(rows[0]) };
}

/** The error for a person who was removed from the workspace, or from all workspaces. */
function noWorkspace(): Fault {
  return new Fault('forbidden', 'You are not a member of this workspace.', {
    resolution: 'Ask an owner or admin of the workspace for an invitation.',
  });
}

async function endSurplus(db: Queryable, userId: string, now: Date): Promise<void> {
  await db.query(
    `update sessions set revoked_at = $1 where id in (
       select id from sessions where user_id = $2 and ${LIVE} order by last_used_at desc, id desc offset $3)`,
    [now, userId, MAX_SESSIONS],
  );
}

/** Returns the sessions among these that are not ended, with the current roles of their people. */
export async function readSessions(db: Queryable, publicIds: string[]): Promise<CredentialRecord[]> {
  const { rows } = await db.query(
    prepared(
      `select s.id, s.public_id, s.hash, s.workspace_id, s.user_id, s.last_used_at, s.ends_at, r.roles
       from sessions s cross join lateral (
         select json_object_agg(m.workspace_id, m.role) as roles from memberships m where m.user_id = s.user_id
       ) r
       where s.public_id = any($1::text[]) and s.revoked_at is null`,
      [publicIds],
    ),
  );
  return rows
    .filter(({ workspace_id, roles }) => roles?.[workspace_id])
    .map((row) => ({
      kind: 'session',
      id: row.id,
      keyId: row.public_id,
      hash: row.hash,
      workspaceId: row.workspace_id,
      userId: row.user_id,
      role: row.roles[row.workspace_id],
      roles: row.roles,
      scopes: [...scopes],
      expiresAt: endOf(row),
    }));
}

/** Returns a live session; undefined for any other id. */
export async function readSession(db: Queryable, id: string, now: Date): Promise<Session | undefined> {
  const { rows } = await db.query(`select ${COLUMNS} from sessions where id = $2 and ${LIVE}`, [now, id]);
  return rows[0] && toSession(rows[0]);
}

export interface SessionFilter {
  /** Only sessions of this person. */
  userId?: string;
  /** Only sessions that act in this workspace. */
  workspaceId?: string;
}

/** Returns a page of live sessions, newest first. */
export async function listSessions(
  db: Queryable,
  { userId, workspaceId, beforeId, limit, now }: SessionFilter & { beforeId: string; limit: number; now: Date },
): Promise<{ sessions: Session[]; hasMore: boolean }> {
  const { rows } = await db.query(
    `select ${COLUMNS} from sessions
     where ($2::text is null or user_id = $2) and ($3::text is null or workspace_id = $3)
       and ($4 = '' or id < $4) and ${LIVE}
     order by id desc limit $5`,
    [now, userId ?? null, workspaceId ?? null, beforeId, limit + 1],
  );
  return { sessions: rows.slice(0, limit).map(toSession), hasMore: rows.length > limit };
}

/** Ends the sessions of a filter. Returns the number of those that were live. `exceptId`: one to keep. */
export async function endSessions(
  db: Queryable,
  { id, userId, workspaceId, exceptId, now }: SessionFilter & { id?: string; exceptId?: string; now: Date },
): Promise<number> {
  const { rowCount } = await db.query(
    `update sessions set revoked_at = $1
     where ($2::text is null or id = $2) and ($3::text is null or user_id = $3)
       and ($4::text is null or workspace_id = $4) and ($5::text is null or id <> $5) and ${LIVE}`,
    [now, id ?? null, userId ?? null, workspaceId ?? null, exceptId ?? null],
  );
  return rowCount ?? 0;
}

/**
 * Makes another workspace that of requests which name none. Locks the membership, so that it cannot end before the change is
 * visible. Returns undefined when the person is not a member of the workspace.
 */
export async function switchWorkspace(db: Queryable, id: string, workspaceId: string): Promise<Session | undefined> {
  const { rows } = await db.query(
    `with membership as (
       select m.workspace_id from memberships m join sessions s on s.user_id = m.user_id
       where s.id = $1 and m.workspace_id = $2 for key share of m
     )
     update sessions set workspace_id = membership.workspace_id from membership
     where id = $1 and revoked_at is null
     returning ${COLUMNS}`,
    [id, workspaceId],
  );
  return rows[0] && toSession(rows[0]);
}

/** Stores when sessions were last used, by public id. */
export async function recordSessionUses(db: Queryable, uses: ReadonlyMap<string, Use>): Promise<void> {
  const sorted = [...uses].toSorted(([a], [b]) => (a < b ? -1 : 1));
  await db.query(
    `update sessions s set last_used_at = greatest(s.last_used_at, u.at), address = u.address
     from unnest($1::text[], $2::timestamptz[], $3::text[]) as u (public_id, at, address)
     where s.public_id = u.public_id`,
    [
      sorted.map(([publicId]) => publicId),
      sorted.map(([, { at }]) => at),
      sorted.map(([, { address }]) => address.slice(0, MAX_ADDRESS)),
    ],
  );
}

/** Deletes sessions that ended long ago. */
export async function purgeSessions(db: Queryable, now: Date): Promise<void> {
  await db.query('delete from sessions where ends_at < $1', [new Date(now.getTime() - KEPT_MS)]);
}

/** A session that is used until the last moment ends a week after signing in. */
function endOf(row: { last_used_at: Date; ends_at: Date }): Date {
  return new Date(Math.min(row.last_used_at.getTime() + IDLE_MS, row.ends_at.getTime()));
}

// biome-ignore lint/suspicious/noExplicitAny: a row of the statements above
function toSession(row: any): Session {
  return {
    id: row.id,
    publicId: row.public_id,
    userId: row.user_id,
    email: row.email,
    workspaceId: row.workspace_id,
    method: row.method,
    userAgent: row.user_agent,
    address: row.address,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: endOf(row),
  };
}
