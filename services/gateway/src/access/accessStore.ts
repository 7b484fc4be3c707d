import type { Role, Scope } from '@rotamer/api/operation/access.ts';
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

export interface NewKey {
  id: string;
  keyId: string;
  hash: Buffer;
  workspaceId: string;
  userId: string;
  scopes: Scope[];
  expiresAt?: Date;
}

/** Returns false when the user is not a member. The lock keeps a membership from ending before its new key is visible. */
export async function insertKey(db: Queryable, key: NewKey): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into api_keys (id, key_id, hash, workspace_id, user_id, scopes, expires_at)
     select $1, $2, $3, workspace_id, user_id, $6, $7 from memberships
     where workspace_id = $4 and user_id = $5 for key share`,
    [key.id, key.keyId, key.hash, key.workspaceId, key.userId, key.scopes, key.expiresAt ?? null],
  );
  return rowCount === 1;
}

export interface RevokedKey {
  keyId: string;
  expiresAt?: Date;
  revokedAt: Date;
}

/** Revokes a key. A key that was revoked before keeps its time. Returns undefined when the key does not exist. */
export async function revokeKey(db: Queryable, id: string): Promise<RevokedKey | undefined> {
  const { rows } = await db.query(
    `update api_keys set revoked_at = coalesce(revoked_at, now()) where id = $1
     returning key_id, expires_at, revoked_at`,
    [id],
  );
  const [row] = rows;
  return row && { keyId: row.key_id, expiresAt: row.expires_at ?? undefined, revokedAt: row.revoked_at };
}

export interface ListedKey extends Omit<CredentialRecord, 'kind' | 'hash' | 'role' | 'roles'> {
  createdAt: Date;
  revokedAt?: Date;
}

/** Returns a page of the keys of a workspace, or of one of its users, ordered by id. */
export async function listKeys(
  db: Queryable,
  { workspaceId, userId, after, limit }: { workspaceId: string; userId: string; after: string; limit: number },
): Promise<ListedKey[]> {
  const { rows } = await db.query(
    `select id, key_id, workspace_id, user_id, scopes, created_at, expires_at, revoked_at from api_keys
     where workspace_id = $1 and ($2 = '' or user_id = $2) and id > $3 order by id limit $4`,
    [workspaceId, userId, after, limit],
  );
  return rows.map((row) => ({
    id: row.id,
    keyId: row.key_id,
    workspaceId: row.workspace_id,
    userId: row.user_id,
    scopes: row.scopes,
    createdAt: row.created_at,
    expiresAt: row.expires_at ?? undefined,
    revokedAt: row.revoked_at ?? undefined,
  }));
}

/** Returns the keys among these that are not revoked, with the current role of their creator. */
export async function readKeys(db: Queryable, keyIds: string[]): Promise<CredentialRecord[]> {
  const { rows } = await db.query(
    prepared(
      `select k.id, k.key_id, k.hash, k.workspace_id, k.user_id, m.role, k.scopes, k.expires_at
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
  }));
}

/** Returns the workspace of a key, by its `key_…` id. */
export async function workspaceOfKey(db: Queryable, id: string): Promise<string | undefined> {
  const { rows } = await db.query('select workspace_id from api_keys where id = $1', [id]);
  return rows[0]?.workspace_id;
}
