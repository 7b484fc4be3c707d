import type { Role, Scope } from '@rotamer/api/operation/access.ts';

/** What a request authenticates with: an API key, or the session of a person. The same checks hold for both. */
export interface Credential {
  kind: 'key' | 'session';
  /** `key_…` or `ses_…`. */
  id: string;
  /** The public part of the secret. It names the credential in logs, rate windows and calls to services. */
  keyId: string;
  workspaceId: string;
  userId: string;
  /** The user's current role in the workspace. */
  role: Role;
  scopes: Scope[];
  expiresAt?: Date;
  /** The only projects that a key can use; undefined: no such limit. */
  projectIds?: string[];
  /** The only tools that a key can run; undefined: all. */
  tools?: string[];
  /** Whether a key can create weaker keys. */
  mayCreateKeys?: boolean;
  /** Grows when the secret or the rights of a key change. What was begun with an earlier version, such as a stream, ends. */
  version?: number;
  /** When the secret of the request ends. Set for the secret of a key before its last rotation. */
  secretUntil?: Date;
}

/** A credential as the gateway stores it. */
export interface CredentialRecord extends Credential {
  /** SHA-256 of the whole secret. */
  hash: Buffer;
  /** The person's roles in all workspaces, by id. Only a session has it; a key acts in one workspace. */
  roles?: Readonly<Record<string, Role>>;
  /** The secret of a key before its last rotation, while it is valid. */
  previous?: { hash: Buffer; until: Date };
}

/** Returns the role that a credential has in a workspace; undefined when it may not act there. */
export function roleIn(record: CredentialRecord, workspaceId: string): Role | undefined {
  if (record.workspaceId === workspaceId) return record.role;
  return record.roles && Object.hasOwn(record.roles, workspaceId) ? record.roles[workspaceId] : undefined;
}

/** Returns the credential for a request that names a workspace; undefined when it may not act there. */
export function actIn(record: CredentialRecord, workspaceId: string): CredentialRecord | undefined {
  const role = roleIn(record, workspaceId);
  return role && { ...record, workspaceId, role };
}
