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
import { applyRules, decideUser, followRules, type MembershipChange, type UserDecision } from './decideSignIn.ts';
import { findUsers, lockAddress, readHeld, recordIdentity, recordRuleMembership } from './identityStore.ts';
import type { Person } from './person.ts';
import type { Provider } from './providers.ts';
import { SignInRefusal } from './refusal.ts';

export interface SignInNeeds extends AuditNeeds {
  db: Db;
  signals: Pick<Signals, 'send'>;
  members: Pick<Members, 'setRole' | 'remove'>;
  /** Returns whether billing knows a workspace. */
  workspaceExists(workspaceId: string): Promise<boolean>;
}

/**
 * Makes the memberships of a person follow the rules of the provider, and returns the id of the user. Creates the user at the
 * first sign-in. Each change of a membership is recorded by itself, so a change that a crash prevents follows at the next sign-in.
 *
 * @throws SignInRefusal when the person may not sign in, or is not a member of any workspace
 */
export async function signInPerson(
  needs: SignInNeeds,
  provider: Provider,
  person: Person,
  from: Origin,
): Promise<string> {
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
    return { userId: id, changes: followRules(await readHeld(tx, issuer, id), known) };
  });
  for (const change of changes) await follow(needs, { provider, userId, from }, change);
  if (changes.some(({ before }) => !before))
    for (const signal of [KEYS_SIGNAL, OUTBOX_SIGNAL]) needs.signals.send(signal);
  if ((await readHeld(db, issuer, userId)).length === 0)
    throw new SignInRefusal(allowed ? 'no_workspace' : 'not_allowed', { userId });
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
