import type { Role } from '@rotamer/api/operation/access.ts';
import type { Queryable } from '@rotamer/kit/db/db.ts';
import type { HeldMembership } from './decideSignIn.ts';

/** Every statement on the identities of people at OpenID Connect providers, and on the memberships that their rules made. */

/**
 * Makes sign-ins of one address wait for each other until the transaction ends: two first sign-ins must not both find that nobody
 * has the address.
 */
export async function lockAddress(tx: Queryable, email: string): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('sign-in ' || $1, 0))`, [email]);
}

/** Returns the user with this identity, and the user with this address. */
export async function findUsers(
  tx: Queryable,
  { issuer, subject, email }: { issuer: string; subject: string; email: string },
): Promise<{ byIdentity?: string; byEmail?: string }> {
  const { rows } = await tx.query(
    `select (select user_id from identities where issuer = $1 and subject = $2) as by_identity,
       (select id from users where email = $3) as by_email`,
    [issuer, subject, email],
  );
  return { byIdentity: rows[0].by_identity ?? undefined, byEmail: rows[0].by_email ?? undefined };
}

/**
 * Records a sign-in, and with the first one whom the identity belongs to. The user's address follows the address at the provider when
 * that changes, unless another user has it. Returns whether the user's address changed.
 */
export async function recordIdentity(
  tx: Queryable,
  { issuer, subject, userId, email, name, now }: SignedInIdentity,
): Promise<boolean> {
  const { rows } = await tx.query('select email from identities where issuer = $1 and subject = $2', [issuer, subject]);
  await tx.query(
    `insert into identities (issuer, subject, user_id, linked_at, last_used_at, email) values ($1, $2, $3, $4, $4, $5)
     on conflict (issuer, subject) do update
       set last_used_at = excluded.last_used_at, email = coalesce(excluded.email, identities.email)`,
    [issuer, subject, userId, now, email ?? null],
  );
  const [known] = rows;
  if (!known) await nameUser(tx, userId, name);
  return known?.email && email && known.email !== email ? await changeAddress(tx, userId, known.email, email) : false;
}

interface SignedInIdentity {
  issuer: string;
  subject: string;
  userId: string;
  /** The verified address at the provider. */
  email?: string;
  /** The name at the provider. */
  name?: string;
  now: Date;
}

/** Gives a user the name at the provider, where the user has chosen none. */
async function nameUser(tx: Queryable, userId: string, name: string | undefined): Promise<void> {
  if (name) await tx.query('update users set name = $2 where id = $1 and name is null', [userId, name]);
}

/** Changes the address of a user who still has the one before. Notifications copies which mails are wanted. Returns whether it changed. */
async function changeAddress(tx: Queryable, userId: string, before: string, after: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    'update users set email = $3 where id = $1 and email = $2 and not exists (select from users where email = $3)',
    [userId, before, after],
  );
  return rowCount === 1;
}

/** Returns the issuers that know a user. */
export async function connectedIssuers(db: Queryable, userId: string): Promise<string[]> {
  const { rows } = await db.query('select distinct issuer from identities where user_id = $1', [userId]);
  return rows.map(({ issuer }) => issuer);
}

/** Returns the memberships of a user, and whether a rule of this issuer made them. */
export async function readHeld(tx: Queryable, issuer: string, userId: string): Promise<HeldMembership[]> {
  const { rows } = await tx.query(
    `select m.workspace_id, m.role, r.issuer is not null as by_rule
     from memberships m left join rule_memberships r on r.workspace_id = m.workspace_id and r.user_id = m.user_id and r.issuer = $1
     where m.user_id = $2`,
    [issuer, userId],
  );
  return rows.map((row) => ({ workspaceId: row.workspace_id, role: row.role as Role, byRule: row.by_rule }));
}

/** Records that a rule of this issuer made a membership, so that the membership ends with the rule. */
export async function recordRuleMembership(
  tx: Queryable,
  { workspaceId, userId, issuer }: { workspaceId: string; userId: string; issuer: string },
): Promise<void> {
  await tx.query(
    'insert into rule_memberships (workspace_id, user_id, issuer) values ($1, $2, $3) on conflict do nothing',
    [workspaceId, userId, issuer],
  );
}

/** Returns whether a sign-in is completed for the first time. */
export async function useState(db: Queryable, state: string, endsAt: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    'insert into used_sign_ins (state, ends_at) values ($1, $2) on conflict do nothing',
    [state, endsAt],
  );
  return rowCount === 1;
}

export async function purgeUsedStates(db: Queryable): Promise<void> {
  await db.query('delete from used_sign_ins where ends_at < now()');
}
