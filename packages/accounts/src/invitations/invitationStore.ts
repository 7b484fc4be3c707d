import type { Role } from '@rotamer/api/operation/access.ts';
import type { Queryable } from '@rotamer/kit/db/db.ts';

/** Every statement on invitations. */

export interface Invitation {
  id: string;
  workspaceId: string;
  email: string;
  role: Role;
  invitedBy: string;
  createdAt: Date;
  sentAt: Date;
  sends: number;
  expiresAt: Date;
  acceptedAt?: Date;
  withdrawnAt?: Date;
}

const COLUMNS = `id, workspace_id, email, role, invited_by, created_at, sent_at, sends, expires_at, accepted_at, withdrawn_at`;

/** Runs the invitations of a workspace one after another, until the end of the transaction, so that they can be counted. */
export async function lockInvitations(tx: Queryable, workspaceId: string): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('invitations ' || $1, 0))`, [workspaceId]);
}

/** Returns how many invitations a workspace has sent since a time, with those that ended. */
export async function countInvitations(db: Queryable, workspaceId: string, since: Date): Promise<number> {
  const { rows } = await db.query(
    'select count(*)::int as sent from invitations where workspace_id = $1 and created_at > $2',
    [workspaceId, since],
  );
  return rows[0].sent;
}

export type NewInvitation = Pick<
  Invitation,
  'id' | 'workspaceId' | 'email' | 'role' | 'invitedBy' | 'createdAt' | 'expiresAt'
>;

/** Returns undefined when the address has an open invitation. One that has expired is replaced. */
export async function insertInvitation(tx: Queryable, one: NewInvitation): Promise<Invitation | undefined> {
  await tx.query(
    `update invitations set withdrawn_at = $3
     where workspace_id = $1 and email = $2 and accepted_at is null and withdrawn_at is null and expires_at <= $3`,
    [one.workspaceId, one.email, one.createdAt],
  );
  const { rows } = await tx.query(
    `insert into invitations (id, workspace_id, email, role, invited_by, created_at, sent_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $6, $7)
     on conflict (workspace_id, email) where accepted_at is null and withdrawn_at is null do nothing
     returning ${COLUMNS}`,
    [one.id, one.workspaceId, one.email, one.role, one.invitedBy, one.createdAt, one.expiresAt],
  );
  return rows.map(toInvitation)[0];
}

/** Returns a page of the invitations of a workspace, ordered by id. */
export async function listInvitations(
  db: Queryable,
  { workspaceId, includeEnded, now }: { workspaceId: string; includeEnded: boolean; now: Date },
  after: string,
  limit: number,
): Promise<Invitation[]> {
  const { rows } = await db.query(
    `select ${COLUMNS} from invitations
     where workspace_id = $1 and id > $2
       and ($3 or (accepted_at is null and withdrawn_at is null and expires_at > $4))
     order by id limit $5`,
    [workspaceId, after, includeEnded, now, limit],
  );
  return rows.map(toInvitation);
}

/** Locks an invitation of any workspace. */
export async function lockInvitation(tx: Queryable, id: string): Promise<Invitation | undefined> {
  const { rows } = await tx.query(`select ${COLUMNS} from invitations where id = $1 for update`, [id]);
  return rows.map(toInvitation)[0];
}

export async function readInvitation(db: Queryable, id: string): Promise<Invitation | undefined> {
  const { rows } = await db.query(`select ${COLUMNS} from invitations where id = $1`, [id]);
  return rows.map(toInvitation)[0];
}

/** Returns whether an address is invited to some workspace. */
export async function hasOpenInvitation(db: Queryable, email: string, now: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from invitations
     where email = $1 and accepted_at is null and withdrawn_at is null and expires_at > $2 limit 1`,
    [email, now],
  );
  return rowCount === 1;
}

export async function readAddress(db: Queryable, userId: string): Promise<string | undefined> {
  const { rows } = await db.query('select email from users where id = $1', [userId]);
  return rows[0]?.email;
}

/** Stores what changes in the life of a locked invitation. */
export async function updateInvitation(tx: Queryable, one: Invitation): Promise<void> {
  await tx.query(
    `update invitations set invited_by = $2, sent_at = $3, sends = $4, expires_at = $5, accepted_at = $6, withdrawn_at = $7
     where id = $1`,
    [
      ...[one.id, one.invitedBy, one.sentAt, one.sends, one.expiresAt],
      ...[one.acceptedAt ?? null, one.withdrawnAt ?? null],
    ],
  );
}

/** Deletes invitations that ended long ago. */
export async function purgeInvitations(db: Queryable): Promise<void> {
  await db.query(`delete from invitations where expires_at < now() - interval '90 days'`);
}

// biome-ignore lint/suspicious/noExplicitAny: a row of the statements above
function toInvitation(row: any): Invitation {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    email: row.email,
    role: row.role,
    invitedBy: row.invited_by,
    createdAt: row.created_at,
    sentAt: row.sent_at,
    sends: row.sends,
    expiresAt: row.expires_at,
    acceptedAt: row.accepted_at ?? undefined,
    withdrawnAt: row.withdrawn_at ?? undefined,
  };
}
