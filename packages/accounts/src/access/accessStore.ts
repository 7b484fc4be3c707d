import type { Role } from '@rotamer/api/operation/access.ts';
import type { Queryable } from '@rotamer/kit/db/db.ts';
import { prepared } from '@rotamer/kit/db/prepared.ts';
import type { CredentialRecord } from './credential.ts';

/** Every statement on users, memberships and API keys. */

export interface UserRow {
  id: string;
  email: string;
}

/** Returns the user with this e-mail address: the existing user, or a new one with the given id. */
export async function ensureUser(tx: Queryable, id: string, email: string): Promise<UserRow> {
  const { rows } = await tx.query(
    `insert into users (id, email) values ($1, $2)
     on conflict (email) do update set email = excluded.email
     returning id, email`,
    [id, email],
  );
  return rows[0];
}

/** Returns false when the user is already a member; the member's role is then kept. */
export async function addMember(tx: Queryable, workspaceId: string, userId: string, role: Role): Promise<boolean> {
  const { rowCount } = await tx.query(
    'insert into memberships (workspace_id, user_id, role) values ($1, $2, $3) on conflict do nothing',
    [workspaceId, userId, role],
  );
  return rowCount === 1;
}

export interface RevokedKey {
  keyId: string;
  expiresAt?: Date;
  revokedAt: Date;
}

/**
 * Revokes a key, the keys that it created, and so on. A key that was revoked before keeps its time. Returns undefined when the
 * key does not exist.
 */
export async function revokeKey(tx: Queryable, id: string): Promise<RevokedKey | undefined> {
  const { rows } = await tx.query(
    `update api_keys set revoked_at = coalesce(revoked_at, now()) where id = $1
     returning key_id, expires_at, revoked_at`,
    [id],
  );
  // One statement for each generation: a key that is being created waits for its creator's lock, and is seen by the next statement.
  for (let creators = [id]; creators.length > 0; ) {
    const created = await tx.query(
      `update api_keys set revoked_at = now() where created_by_key = any($1::text[]) and revoked_at is null returning id`,
      [creators],
    );
    creators = created.rows.map((row) => row.id);
  }
  const [row] = rows;
  return row && { keyId: row.key_id, expiresAt: row.expires_at ?? undefined, revokedAt: row.revoked_at };
}

/** Returns the keys among these that are not revoked, with the current role of their creator. */
export async function readKeys(db: Queryable, keyIds: string[]): Promise<CredentialRecord[]> {
  const { rows } = await db.query(
    prepared(
      `select k.id, k.key_id, k.hash, k.workspace_id, k.user_id, m.role, k.scopes, k.expires_at, k.project_ids, k.tools,
       k.may_create_keys, k.version, k.previous_hash, case when k.previous_until > now() then k.previous_until end as previous_until
     from api_keys k join memberships m using (workspace_id, user_id)
     where k.key_id = any($1::text[]) and k.revoked_at is null`,
      [keyIds],
    ),
  );
  return rows.map((row) => ({
    kind: 'key',
    id: row.id,
    keyId: row.key_id,
    hash: row.hash,
    workspaceId: row.workspace_id,
    userId: row.user_id,
    role: row.role,
    scopes: row.scopes,
    expiresAt: row.expires_at ?? undefined,
    projectIds: row.project_ids ?? undefined,
    tools: row.tools ?? undefined,
    mayCreateKeys: row.may_create_keys,
    version: row.version,
    previous: row.previous_until ? { hash: row.previous_hash, until: row.previous_until } : undefined,
  }));
}

/** Returns the workspace of a key, by its `key_…` id. */
export async function workspaceOfKey(db: Queryable, id: string): Promise<string | undefined> {
  const { rows } = await db.query('select workspace_id from api_keys where id = $1', [id]);
  return rows[0]?.workspace_id;
}

/** A person, who has the same id in every workspace. */
export interface Person {
  id: string;
  email: string;
  name?: string;
}

export async function readPerson(db: Queryable, userId: string): Promise<Person> {
  const { rows } = await db.query('select id, email, name from users where id = $1', [userId]);
  return { id: userId, email: rows[0]?.email ?? '', name: rows[0]?.name ?? undefined };
}

/** A workspace of a person, with the person's role. */
export interface WorkspaceRole {
  workspaceId: string;
  role: Role;
}

/** Returns workspaces of a person, in the order of their ids. */
export async function readWorkspaces(
  db: Queryable,
  userId: string,
  after: string,
  limit: number,
): Promise<WorkspaceRole[]> {
  const { rows } = await db.query(
    'select workspace_id, role from memberships where user_id = $1 and workspace_id > $2 order by workspace_id limit $3',
    [userId, after, limit],
  );
  return rows.map((row) => ({ workspaceId: row.workspace_id, role: row.role }));
}
