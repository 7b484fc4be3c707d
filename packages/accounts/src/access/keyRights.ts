import { adminScopes, hasRole, type Role, type Scope, scopes } from '@rotamer/api/operation/access.ts';
import { Fault, type Problem } from '@rotamer/kit/errors/fault.ts';
import type { Credential } from './credential.ts';

/** What an API key allows, besides the role of its user. */
export interface KeyRights {
  scopes: Scope[];
  /** The only projects that the key can use; undefined: no such limit. */
  projectIds?: string[];
  /** The only tools that the key can run; undefined: all. */
  tools?: string[];
  mayCreateKeys: boolean;
  expiresAt?: Date;
}

const forAdmins: ReadonlySet<Scope> = new Set(adminScopes);

/** Returns the scopes that a role can use: viewers change nothing, and webhooks are for admins. */
export function scopesOf(role: Role): Scope[] {
  return scopes.filter((scope) => {
    if (forAdmins.has(scope)) return hasRole(role, 'admin');
    return scope.endsWith(':read') || hasRole(role, 'member');
  });
}

/**
 * Returns the most that a key may allow which this credential creates or changes, for a user with this role now. A session has
 * all rights of its user. A key has its own rights.
 */
export function rightsOf(credential: Credential, role: Role): KeyRights {
  const ofRole = scopesOf(role);
  if (credential.kind === 'session') return { scopes: ofRole, mayCreateKeys: true };
  const { projectIds, tools, mayCreateKeys = false, expiresAt } = credential;
  return {
    scopes: ofRole.filter((scope) => credential.scopes.includes(scope)),
    projectIds,
    tools,
    mayCreateKeys,
    expiresAt,
  };
}

/**
 * Refuses rights beyond others: every scope, project and tool must be among theirs, and the expiry not after theirs.
 *
 * @throws forbidden naming each field
 */
export function refuseMore(wanted: KeyRights, most: KeyRights): void {
  const problems: Problem[] = [];
  const foreign = wanted.scopes.filter((scope) => !most.scopes.includes(scope));
  if (foreign.length > 0)
    problems.push({ path: 'scopes', message: `${foreign.join(', ')} is beyond your own role and scopes` });
  if (isBeyond(wanted.projectIds, most.projectIds))
    problems.push({ path: 'project_ids', message: `must be among ${most.projectIds!.join(', ')}` });
  if (isBeyond(wanted.tools, most.tools))
    problems.push({ path: 'tools', message: `must be among ${most.tools!.join(', ')}` });
  if (wanted.mayCreateKeys && !most.mayCreateKeys)
    problems.push({ path: 'may_create_keys', message: 'is beyond the rights of your API key' });
  if (most.expiresAt && (!wanted.expiresAt || wanted.expiresAt > most.expiresAt))
    problems.push({ path: 'expires_at', message: `must be at most ${most.expiresAt.toISOString()}` });
  const [first] = problems;
  if (!first) return;
  throw new Fault('forbidden', `A key cannot have more rights than its creator: ${first.path} ${first.message}.`, {
    resolution: 'Ask for less, or use a session or key with these rights.',
    details: { errors: problems },
  });
}

function isBeyond(wanted: string[] | undefined, most: string[] | undefined): boolean {
  return most !== undefined && (wanted === undefined || wanted.some((id) => !most.includes(id)));
}

/** An existing key, as far as the rules look at it. */
export interface Owned {
  id: string;
  userId: string;
  createdByKey?: string;
}

/**
 * Returns whether a credential may see, revoke or change a key of its workspace. People change their own keys, and admins revoke
 * those of others. A key changes itself and keys that it created; a key that is limited to projects or tools sees no others.
 */
export function mayDo(action: 'see' | 'revoke' | 'change', credential: Credential, key: Owned): boolean {
  if (credential.kind === 'key') {
    if (credential.id === key.id || (credential.mayCreateKeys && credential.id === key.createdByKey)) return true;
    if (isLimited(credential) || action === 'change') return false;
  }
  const isOwn = key.userId === credential.userId;
  return action === 'change' ? isOwn : isOwn || hasRole(credential.role, 'admin');
}

/** Returns whether a key is limited to projects or to tools. */
export function isLimited({ projectIds, tools }: Pick<KeyRights, 'projectIds' | 'tools'>): boolean {
  return projectIds !== undefined || tools !== undefined;
}

/**
 * Refuses an API key that makes a member of a role, or gives a member the role. The person could sign in and have all rights of
 * the role, so the key must be one that may give these rights: without limits and expiry, with `may_create_keys` and all scopes.
 *
 * @throws forbidden
 */
export function refuseMakingMember(credential: Credential, role: Role): void {
  if (credential.kind === 'session') return;
  const { scopes: granted, mayCreateKeys, expiresAt } = credential;
  const hasAll = scopesOf(role).every((scope) => granted.includes(scope));
  if (hasAll && mayCreateKeys && !expiresAt && !isLimited(credential)) return;
  throw new Fault('forbidden', `This API key cannot give the role ${role}, which has more rights than the key.`, {
    resolution: 'Sign in, or use a key with all scopes of the role, may_create_keys, and neither limits nor an expiry.',
  });
}
