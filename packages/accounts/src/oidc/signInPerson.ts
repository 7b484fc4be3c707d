import type { Role } from '@rotamer/api/operation/access.ts';
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
import { type AuditNeeds, audited, type Origin, type PageAction } from '../audit/audited.ts';
import { hasOpenInvitation } from '../invitations/invitationStore.ts';
import {
  applyRules,
  decideUser,
  followRules,
  type HeldMembership,
  type MembershipChange,
  type UserDecision,
} from './decideSignIn.ts';
import { findUsers, lockAddress, readHeld, recordIdentity, recordRuleMembership } from './identityStore.ts';
import type { Person } from './person.ts';
import type { Caps, Provider } from './providers.ts';
import { SignInRefusal } from './refusal.ts';

export interface Member {
  workspaceId: string;
  userId: string;
}

/** The provider whose rule causes a change, and the request of the sign-in. */
export interface ByRule {
  provider: string;
  from: Origin;
}

export interface SignInNeeds extends AuditNeeds {
  db: Db;
  signals: Pick<Signals, 'send'>;
  members: Pick<Members, 'setRole' | 'remove'>;
  /** Returns whether billing knows a workspace. */
  workspaceExists(workspaceId: string): Promise<boolean>;
  /** Sets and records the caps of a member that differ; caps of other periods stay. */
  setBudget(member: Member, caps: Caps, by: ByRule): Promise<void>;
}

/**
 * Makes the memberships of a person follow the rules of the provider, and returns the id of the user. Creates the user at the
 * first sign-in. Each change of a membership is recorded by itself, so a change that a crash prevents follows at the next sign-in.
 * `signedInAs`: the user who is signed in with the browser; with the same verified address the person becomes that user.
 *
 * @throws SignInRefusal when the person may not sign in, or is not a member of any workspace
 */
export async function signInPerson(
  needs: SignInNeeds,
  provider: Provider,
  person: Person,
  from: Origin & { signedInAs?: string },
): Promise<string> {
  try {
    return await signIn(needs, provider, person, from);
  } catch (error) {
    const isOutside = error instanceof SignInRefusal && ['not_allowed', 'no_workspace'].includes(error.reason);
    if (!isOutside || !person.email || !person.emailVerified) throw error;
    // Not accepted here: the inviter sent the link to a mailbox, and did not choose to trust the provider.
    if (!(await hasOpenInvitation(needs.db, person.email, needs.clock()))) throw error;
    throw new SignInRefusal('invited', { userId: error.userId });
  }
}

async function signIn(
  needs: SignInNeeds,
  provider: Provider,
  person: Person,
  from: Origin & { signedInAs?: string },
): Promise<string> {
  const { db } = needs;
  const { allowed, roles, budgets } = applyRules(provider.rules, person);
  const issuer = provider.issuer.href;
  const known = await knownWorkspaces(needs, roles);
  const { userId, held, hasMoved } = await transaction(db, async (tx) => {
    const { subject, email = '', name } = person;
    await lockAddress(tx, email || subject);
    const found = await findUsers(tx, { issuer, subject, email });
    const decision = decideUser(provider, person, allowed, { ...found, signedInAs: from.signedInAs });
    const id = await userOf(tx, decision, needs.clock());
    const verified = person.emailVerified ? person.email : undefined;
    const identity = { issuer, subject, userId: id, email: verified, name, now: needs.clock() };
    const changed = await recordIdentity(tx, identity);
    return { userId: id, held: await readHeld(tx, issuer, id), hasMoved: changed };
  });
  if (hasMoved) await recordAddress(needs, held, { provider, userId, from });
  // Before the memberships begin, so that no job of a new member passes without the budget.
  for (const [workspaceId, caps] of budgets)
    if (known.has(workspaceId) && isByRule(held, workspaceId))
      await needs.setBudget({ workspaceId, userId }, caps, { provider: provider.id, from });
  const changes = followRules(held, known);
  for (const change of changes) await follow(needs, { provider, userId, from }, change);
  if (changes.some(({ before }) => !before))
    for (const signal of [KEYS_SIGNAL, OUTBOX_SIGNAL]) needs.signals.send(signal);
  if ((await readHeld(db, issuer, userId)).length === 0)
    throw new SignInRefusal(allowed ? 'no_workspace' : 'not_allowed', { userId });
  return userId;
}

/** Returns whether a rule made the membership, or makes it now. Budgets of other members are not the provider's. */
function isByRule(held: readonly HeldMembership[], workspaceId: string): boolean {
  return held.find((one) => one.workspaceId === workspaceId)?.byRule ?? true;
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

/** A sign-in whose person is known. */
interface Known {
  provider: Provider;
  userId: string;
  from: Origin;
}

/** Carries out and records a change. The last owner of a workspace keeps the role, also against the groups. */
async function follow(needs: SignInNeeds, known: Known, change: MembershipChange): Promise<void> {
  const { provider, userId, from } = known;
  const action = {
    ...{ workspaceId: change.workspaceId, actor: { kind: 'system' as const, userId: null, keyId: null } },
    ...{ action: actionOf(change), resourceType: 'member', resourceId: userId },
  };
  const facts = { provider: provider.id, role: change.after };
  try {
    await audited(
      needs,
      from,
      action,
      () => carryOut(needs, known, change),
      () => facts,
    );
  } catch (error) {
    if (!(error instanceof Fault && ['conflict', 'not_found'].includes(error.code))) throw error;
  }
}

/** Records in each workspace of a user that the user's address changed. The address itself is not recorded. */
async function recordAddress(needs: SignInNeeds, held: readonly HeldMembership[], { provider, userId, from }: Known) {
  const actor = { kind: 'system' as const, userId: null, keyId: null };
  const member = { actor, action: 'member.changed' as const, resourceType: 'member', resourceId: userId };
  const facts = { provider: provider.id, changed: 'email' };
  for (const { workspaceId } of held)
    await audited(
      needs,
      from,
      { workspaceId, ...member },
      async () => {},
      () => facts,
    );
}

function actionOf({ before, after }: MembershipChange): PageAction['action'] {
  if (!before) return 'member.added';
  return after ? 'member.changed' : 'member.removed';
}

/** Returns false when the person has become a member meanwhile. */
async function carryOut(needs: SignInNeeds, { provider, userId }: Known, change: MembershipChange): Promise<unknown> {
  const { workspaceId, before, after } = change;
  if (!after) return needs.members.remove({ workspaceId, userId }, '');
  if (before) return needs.members.setRole({ workspaceId, userId, role: after }, '');
  return transaction(needs.db, async (tx) => {
    if (!(await addMember(tx, workspaceId, userId, after))) return false;
    await recordRuleMembership(tx, { workspaceId, userId, issuer: provider.issuer.href });
    const membership = { workspaceId, userId, role: after };
    await appendOutbox(tx, [membershipEvent(membership, MembershipEventType.CREATED, needs.clock(), '')]);
    return true;
  });
}
