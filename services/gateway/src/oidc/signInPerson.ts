import type { Role } from '@rotamer/api/operation/access.ts';
import type { Clock } from '@rotamer/kit/clock.ts';
import type { Db, Queryable } from '@rotamer/kit/db/db.ts';
import type { Signals } from '@rotamer/kit/db/signals.ts';
import { transaction } from '@rotamer/kit/db/transaction.ts';
import { Fault } from '@rotamer/kit/errors/fault.ts';
import { newId } from '@rotamer/kit/ids.ts';
import { appendOutbox, OUTBOX_SIGNAL } from '@rotamer/kit/outbox/outbox.ts';
import { MembershipEventType } from '@rotamer/proto/gateway/v1/membership.ts';
import { addMember, ensureUser } from '../access/accessStore.ts';
import { KEYS_SIGNAL } from '../access/keyRing.ts';
import type { Members } from '../access/members.ts';
import { membershipEvent } from '../access/membershipEvent.ts';
import { applyRules, decideUser, followRules, type MembershipChange, type UserDecision } from './decideSignIn.ts';
import { findUsers, lockAddress, readHeld, recordIdentity, recordRuleMembership } from './identityStore.ts';
import type { Person } from './person.ts';
import type { Provider } from './providers.ts';
import { SignInRefusal } from './refusal.ts';

export interface SignInNeeds {
  db: Db;
  signals: Pick<Signals, 'send'>;
  clock: Clock;
  members: Pick<Members, 'setRole' | 'remove'>;
  /** Returns whether billing knows a workspace. */
  workspaceExists(workspaceId: string): Promise<boolean>;
}

/**
 * Makes the memberships of a person follow the rules of the provider, and returns the id of the user. Creates the user at the
 * first sign-in.
 *
 * @throws SignInRefusal when the person may not sign in, or is not a member of any workspace
 */
export async function signInPerson(needs: SignInNeeds, provider: Provider, person: Person): Promise<string> {
  const { db } = needs;
  const { allowed, roles } = applyRules(provider.rules, person);
  const issuer = provider.issuer.href;
  const known = await knownWorkspaces(needs, roles);
  const { userId, changes } = await transaction(db, async (tx) => {
    const { subject, email = '' } = person;
    await lockAddress(tx, email || subject);
    const decision = decideUser(provider, person, allowed, await findUsers(tx, { issuer, subject, email }));
    const id = await userOf(tx, decision, needs.clock());
    await recordIdentity(tx, { issuer, subject, userId: id, now: needs.clock() });
    const all = followRules(await readHeld(tx, issuer, id), known);
    for (const change of all) if (!change.before) await join(tx, { ...change, userId: id, issuer }, needs.clock());
    return { userId: id, changes: all };
  });
  for (const change of changes) await follow(needs, userId, change);
  if (changes.some(({ before }) => !before))
    for (const signal of [KEYS_SIGNAL, OUTBOX_SIGNAL]) needs.signals.send(signal);
  if ((await readHeld(db, issuer, userId)).length === 0)
    throw new SignInRefusal(allowed ? 'no_workspace' : 'not_allowed');
  return userId;
}

/** Leaves out workspaces that do not exist, so that nobody becomes a member of nothing. */
async function knownWorkspaces({ workspaceExists }: SignInNeeds, roles: ReadonlyMap<string, Role>) {
  const checked = await Promise.all([...roles].map(async (entry) => [entry, await workspaceExists(entry[0])] as const));
  return new Map(checked.filter(([, exists]) => exists).map(([entry]) => entry));
}

async function userOf(tx: Queryable, decision: UserDecision, now: Date): Promise<string> {
  if ('known' in decision) return decision.known;
  if ('link' in decision) return decision.link;
  return (await ensureUser(tx, newId('usr', now), decision.create)).id;
}

async function join(
  tx: Queryable,
  { workspaceId, after, userId, issuer }: MembershipChange & { userId: string; issuer: string },
  now: Date,
): Promise<void> {
  if (!after || !(await addMember(tx, workspaceId, userId, after))) return;
  await recordRuleMembership(tx, { workspaceId, userId, issuer });
  const membership = { workspaceId, userId, role: after };
  await appendOutbox(tx, [membershipEvent(membership, MembershipEventType.CREATED, now, '')]);
}

/** Changes or ends a membership. The last owner of a workspace keeps the role, also against the groups. */
async function follow({ members }: SignInNeeds, userId: string, change: MembershipChange): Promise<void> {
  const { workspaceId, before, after } = change;
  if (!before) return;
  try {
    if (after) await members.setRole({ workspaceId, userId, role: after }, '');
    else await members.remove({ workspaceId, userId }, '');
  } catch (error) {
    if (!(error instanceof Fault && ['conflict', 'not_found'].includes(error.code))) throw error;
  }
}
