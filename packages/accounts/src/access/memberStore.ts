import type { Role } from '@rotamer/api/operation/access.ts';
import type { Queryable } from '@rotamer/kit/db/db.ts';
import { refuseApproved } from './approvedDevices.ts';
import type { Membership } from './membership.ts';

/** A member of a workspace, with e-mail address and the display name that the user chose. */
export interface Member extends Membership {
  email: string;
  name?: string;
  /** Unknown for the oldest memberships. */
  joinedAt?: Date;
}

const COLUMNS = 'm.workspace_id, m.user_id, m.role, m.joined_at, u.email, u.name';

/**
 * Locks memberships and those of all owners and admins, in one order. So two changes that would each keep only the other's
 * manager run one after the other.
 */
export async function lockMembers(tx: Queryable, workspaceId: string, userIds: readonly string[]): Promise<Member[]> {
  const { rows } = await tx.query(
    `select ${COLUMNS} from memberships m join users u on u.id = m.user_id
     where m.workspace_id = $1 and (m.user_id = any($2::text[]) or m.role in ('owner', 'admin'))
     order by m.user_id for update of m`,
    [workspaceId, userIds],
  );
  return rows.map(toMember);
}

export async function findMember(db: Queryable, workspaceId: string, userId: string): Promise<Member | undefined> {
  const { rows } = await db.query(
    `select ${COLUMNS} from memberships m join users u on u.id = m.user_id
     where m.workspace_id = $1 and m.user_id = $2`,
    [workspaceId, userId],
  );
  return rows.map(toMember)[0];
}

export async function changeRole(tx: Queryable, workspaceId: string, userId: string, role: Role): Promise<void> {
  await tx.query('update memberships set role = $3 where workspace_id = $1 and user_id = $2', [
    workspaceId,
    userId,
    role,
  ]);
}

/** Changes the display name of a user, which all workspaces of the user see; an empty name removes it. */
export async function changeName(db: Queryable, userId: string, name: string): Promise<void> {
  await db.query(`update users set name = nullif($2, '') where id = $1`, [userId, name]);
}

/**
 * Ends a locked membership, and with it its keys, the sessions that act in the workspace, and the devices that would get such a
 * session. Returns the number of revoked keys. Creating a key or a session waits for the lock. Sessions that act in other workspaces stay, and may not name this one any more.
 */
export async function deleteMember(tx: Queryable, workspaceId: string, userId: string): Promise<number> {
  await tx.query('delete from memberships where workspace_id = $1 and user_id = $2', [workspaceId, userId]);
  const { rowCount } = await tx.query(
    'update api_keys set revoked_at = now() where workspace_id = $1 and user_id = $2 and revoked_at is null',
    [workspaceId, userId],
  );
  await tx.query(
    'update sessions set revoked_at = now() where workspace_id = $1 and user_id = $2 and revoked_at is null',
    [workspaceId, userId],
  );
  await refuseApproved(tx, { workspaceId, userId });
  return rowCount ?? 0;
}

export async function listMembers(db: Queryable, workspaceId: string, after: string, limit: number): Promise<Member[]> {
  const { rows } = await db.query(
    `select ${COLUMNS} from memberships m join users u on u.id = m.user_id
     where m.workspace_id = $1 and m.user_id > $2 order by m.user_id limit $3`,
    [workspaceId, after, limit],
  );
  return rows.map(toMember);
}

// biome-ignore lint/suspicious/noExplicitAny: a row of the statements above
function toMember(row: any): Member {
  return {
    workspaceId: row.workspace_id,
    userId: row.user_id,
    role: row.role,
    email: row.email,
    name: row.name ?? undefined,
    joinedAt: row.joined_at ?? undefined,
  };
}
