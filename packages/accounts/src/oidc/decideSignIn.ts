import { hasRole, type Role } from '@rotamer/api/operation/access.ts';
import type { Person } from './person.ts';
import type { Caps, Provider, Rule } from './providers.ts';
import { SignInRefusal } from './refusal.ts';

/** What the rules of a provider say about a person. */
export interface Ruling {
  /** Whether a rule lets the person sign in. */
  allowed: boolean;
  /** The role in each workspace, by id: the highest that a rule gives. */
  roles: ReadonlyMap<string, Role>;
  /** The budget of the member in each workspace: of every period the largest cap that a rule gives. */
  budgets: ReadonlyMap<string, Caps>;
}

/** Applies the rules of a provider. An e-mail domain counts only when the address is verified. */
export function applyRules(rules: readonly Rule[], person: Person): Ruling {
  const matching = rules.filter((rule) => matches(rule, person));
  const granted = new Map<string, Role>();
  const budgets = new Map<string, Caps>();
  for (const { membership } of matching) {
    if (!membership) continue;
    const before = granted.get(membership.workspaceId);
    if (!before || hasRole(membership.role, before)) granted.set(membership.workspaceId, membership.role);
    if (membership.budget)
      budgets.set(membership.workspaceId, largest(budgets.get(membership.workspaceId), membership.budget));
  }
  return { allowed: matching.length > 0, roles: granted, budgets };
}

function largest(one: Caps = {}, other: Caps): Caps {
  const merged = { ...one };
  for (const [period, cap] of Object.entries(other) as [keyof Caps, number][])
    merged[period] = Math.max(merged[period] ?? 0, cap);
  return merged;
}

function matches({ emailDomains, groups }: Rule, person: Person): boolean {
  if (groups && !groups.some((group) => person.groups.includes(group))) return false;
  if (!emailDomains) return true;
  const domain = person.email?.slice(person.email.lastIndexOf('@') + 1);
  return person.emailVerified && domain !== undefined && emailDomains.includes(domain);
}

/** The user who signs in. */
export type UserDecision = { known: string } | { link: string; email: string } | { create: string };

/**
 * Decides which user a person is. A person is known by issuer and subject. An e-mail address leads to an existing user only when
 * it is verified, and either the provider's setting allows it or the browser is signed in as that user.
 *
 * @throws SignInRefusal
 */
export function decideUser(
  { linkByEmail }: Pick<Provider, 'linkByEmail'>,
  person: Person,
  allowed: boolean,
  { signedInAs, ...found }: { byIdentity?: string; byEmail?: string; signedInAs?: string },
): UserDecision {
  if (found.byIdentity) return { known: found.byIdentity };
  if (!person.email || !person.emailVerified) throw new SignInRefusal('email_unverified');
  if (found.byEmail) {
    if (!linkByEmail && found.byEmail !== signedInAs) throw new SignInRefusal('email_taken', { userId: found.byEmail });
    return { link: found.byEmail, email: person.email };
  }
  if (!allowed) throw new SignInRefusal('not_allowed');
  return { create: person.email };
}

/** A membership of the person who signs in. */
export interface HeldMembership {
  workspaceId: string;
  role: Role;
  /** Whether a rule of this provider made it. */
  byRule: boolean;
}

/** A change of a membership: without `before` it begins, without `after` it ends. */
export interface MembershipChange {
  workspaceId: string;
  before?: Role;
  after?: Role;
}

/**
 * Returns the changes that make memberships follow the rules. Memberships that an invitation or an operator made stay as they are.
 * In the order of workspace ids, so that two sign-ins lock rows in one order.
 */
export function followRules(held: readonly HeldMembership[], roles: Ruling['roles']): MembershipChange[] {
  const changes: MembershipChange[] = [];
  for (const { workspaceId, role, byRule } of held) {
    const after = roles.get(workspaceId);
    if (byRule && after !== role) changes.push({ workspaceId, before: role, after });
  }
  for (const [workspaceId, after] of roles) {
    if (!held.some((one) => one.workspaceId === workspaceId)) changes.push({ workspaceId, after });
  }
  return changes.sort((a, b) => (a.workspaceId < b.workspaceId ? -1 : 1));
}
