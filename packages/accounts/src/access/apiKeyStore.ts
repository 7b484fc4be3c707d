import type { Role } from '@rotamer/api/operation/access.ts';
import type { Queryable } from '@rotamer/kit/db/db.ts';
import type { KeyRights } from './keyRights.ts';
import type { Use } from './recentKeys.ts';

/** Every statement on API keys as people see and change them; `accessStore.ts` has those of authentication. */

/** An API key without its secret. */
export interface ApiKey extends KeyRights {
  id: string;
  keyId: string;
  workspaceId: string;
  userId: string;
  name: string;
  createdByKey?: string;
  createdAt: Date;
  revokedAt?: Date;
  lastUsedAt?: Date;
  lastUsedAddress?: string;
  /** The secret before the last rotation, while it is valid. */
  previous?: { until: Date; usedAt?: Date };
}

const COLUMNS = `id, key_id, workspace_id, user_id, name, scopes, project_ids, tools, may_create_keys, created_by_key,
  created_at, expires_at, revoked_at, last_used_at, last_used_address, previous_used_at,
  case when previous_until > now() then previous_until end as previous_until`;

/** Which keys of a workspace a list contains. */
export interface KeyFilter {
  workspaceId: string;
  /** Empty: of all users. */
  userId: string;
  includeRevoked: boolean;
}

/** Returns a page of keys, ordered by id. */
export async function listApiKeys(
  db: Queryable,
  { workspaceId, userId, includeRevoked }: KeyFilter,
  after: string,
  limit: number,
): Promise<ApiKey[]> {
  const { rows } = await db.query(
    `select ${COLUMNS} from api_keys
     where workspace_id = $1 and ($2 = '' or user_id = $2) and ($3 or revoked_at is null) and id > $4
     order by id limit $5`,
    [workspaceId, userId, includeRevoked, after, limit],
  );
  return rows.map(toApiKey);
}

export async function findApiKey(db: Queryable, workspaceId: string, id: string): Promise<ApiKey | undefined> {
  const { rows } = await db.query(`select ${COLUMNS} from api_keys where workspace_id = $1 and id = $2`, [
    workspaceId,
    id,
  ]);
  return rows.map(toApiKey)[0];
}

/** Returns the key with a public id. */
export async function findKeyByPublicId(
  db: Queryable,
  workspaceId: string,
  keyId: string,
): Promise<ApiKey | undefined> {
  const { rows } = await db.query(`select ${COLUMNS} from api_keys where workspace_id = $1 and key_id = $2`, [
    workspaceId,
    keyId,
  ]);
  return rows.map(toApiKey)[0];
}

/** Returns the names of keys of a workspace, by their public ids. */
export async function readKeyNames(
  db: Queryable,
  workspaceId: string,
  keyIds: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await db.query('select key_id, name from api_keys where workspace_id = $1 and key_id = any($2)', [
    workspaceId,
    keyIds,
  ]);
  return new Map(rows.map(({ key_id, name }) => [key_id, name]));
}

/** Locks a key against other changes. */
export async function lockApiKey(tx: Queryable, workspaceId: string, id: string): Promise<ApiKey | undefined> {
  const { rows } = await tx.query(
    `select ${COLUMNS} from api_keys where workspace_id = $1 and id = $2 for no key update`,
    [workspaceId, id],
  );
  return rows.map(toApiKey)[0];
}

/**
 * Locks a membership against its end and against other new keys, and returns the role. A key that is created meanwhile is
 * revoked with the membership.
 */
export async function lockRole(tx: Queryable, workspaceId: string, userId: string): Promise<Role | undefined> {
  const { rows } = await tx.query(
    'select role from memberships where workspace_id = $1 and user_id = $2 for no key update',
    [workspaceId, userId],
  );
  return rows[0]?.role;
}

/** Locks a key against its revocation while it creates another key; returns false when it is revoked or has expired. */
export async function lockCreator(tx: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `select from api_keys where id = $1 and revoked_at is null and (expires_at is null or expires_at > now()) for share`,
    [id],
  );
  return rowCount === 1;
}

/** Returns how many keys of a member are neither revoked nor expired. */
export async function countActiveKeys(db: Queryable, workspaceId: string, userId: string): Promise<number> {
  const { rows } = await db.query(
    `select count(*)::int as keys from api_keys
     where workspace_id = $1 and user_id = $2 and revoked_at is null and (expires_at is null or expires_at > now())`,
    [workspaceId, userId],
  );
  return rows[0].keys;
}

export interface NewApiKey extends KeyRights {
  id: string;
  keyId: string;
  hash: Buffer;
  workspaceId: string;
  userId: string;
  name: string;
  createdByKey?: string;
  /** Of a request with an idempotency key. */
  submission?: Submission;
}

/** A request with an idempotency key: the UUID derived from it, and a digest of what the request asks for. */
export interface Submission {
  id: string;
  digest: string;
}

/** Returns undefined when a key of the same submission exists. */
export async function insertApiKey(tx: Queryable, key: NewApiKey): Promise<ApiKey | undefined> {
  const { rows } = await tx.query(
    `insert into api_keys (id, key_id, hash, workspace_id, user_id, name, scopes, project_ids, tools, may_create_keys,
       expires_at, created_by_key, submission_id, submission_digest)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
     on conflict (submission_id) where submission_id is not null do nothing returning ${COLUMNS}`,
    [
      ...[key.id, key.keyId, key.hash, key.workspaceId, key.userId, key.name, key.scopes, key.projectIds ?? null],
      ...[key.tools ?? null, key.mayCreateKeys, key.expiresAt ?? null, key.createdByKey ?? null],
      ...[key.submission?.id ?? null, key.submission?.digest ?? null],
    ],
  );
  return rows.map(toApiKey)[0];
}

/** Returns the key that an earlier request of the submission created, and the digest of that request. */
export async function findSubmitted(
  db: Queryable,
  submissionId: string,
): Promise<{ key: ApiKey; digest: string } | undefined> {
  const { rows } = await db.query(`select ${COLUMNS}, submission_digest from api_keys where submission_id = $1`, [
    submissionId,
  ]);
  return rows[0] && { key: toApiKey(rows[0]), digest: rows[0].submission_digest };
}

/** Stores name and rights of a locked key. */
export async function updateApiKey(tx: Queryable, key: ApiKey): Promise<void> {
  await tx.query(
    `update api_keys set name = $2, scopes = $3, project_ids = $4, tools = $5, may_create_keys = $6, expires_at = $7,
       version = version + 1
     where id = $1`,
    [
      ...[key.id, key.name, key.scopes, key.projectIds ?? null, key.tools ?? null],
      ...[key.mayCreateKeys, key.expiresAt ?? null],
    ],
  );
}

/** Replaces the secret of a locked key. The one before is valid for the overlap, in seconds; 0 ends it now. */
export async function replaceSecret(tx: Queryable, id: string, hash: Buffer, overlapSeconds: number): Promise<ApiKey> {
  const { rows } = await tx.query(
    `update api_keys set hash = $2, version = version + 1,
       previous_hash = case when $3 > 0 then hash end,
       previous_until = case when $3 > 0 then now() + make_interval(secs => $3) end,
       previous_used_at = null
     where id = $1 returning ${COLUMNS}`,
    [id, hash, overlapSeconds],
  );
  return toApiKey(rows[0]);
}

/** Stores when keys were last used, by public id. A use that is older than the stored one changes nothing. */
export async function recordKeyUses(db: Queryable, uses: ReadonlyMap<string, Use>): Promise<void> {
  const rows = [...uses];
  await db.query(
    `update api_keys k set
       last_used_at = greatest(k.last_used_at, u.at),
       last_used_address = case when k.last_used_at > u.at then k.last_used_address else u.address end,
       previous_used_at = case when u.previous then greatest(k.previous_used_at, u.at) else k.previous_used_at end
     from unnest($1::text[], $2::timestamptz[], $3::text[], $4::boolean[]) as u (key_id, at, address, previous)
     where k.key_id = u.key_id`,
    [
      rows.map(([keyId]) => keyId),
      rows.map(([, { at }]) => at),
      rows.map(([, { address }]) => address),
      rows.map(([, { byPreviousSecret = false }]) => byPreviousSecret),
    ],
  );
}

// biome-ignore lint/suspicious/noExplicitAny: a row of the statements above
function toApiKey(row: any): ApiKey {
  return {
    id: row.id,
    keyId: row.key_id,
    workspaceId: row.workspace_id,
    userId: row.user_id,
    name: row.name,
    scopes: row.scopes,
    projectIds: row.project_ids ?? undefined,
    tools: row.tools ?? undefined,
    mayCreateKeys: row.may_create_keys,
    createdByKey: row.created_by_key ?? undefined,
    createdAt: row.created_at,
    expiresAt: row.expires_at ?? undefined,
    revokedAt: row.revoked_at ?? undefined,
    lastUsedAt: row.last_used_at ?? undefined,
    lastUsedAddress: row.last_used_address ?? undefined,
    previous: row.previous_until ? { until: row.previous_until, usedAt: row.previous_used_at ?? undefined } : undefined,
  };
}
