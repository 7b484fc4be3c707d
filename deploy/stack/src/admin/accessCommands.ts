import type { UserAccess } from '@rotamer/proto/gateway/v1/access.ts';
import type { Command } from './command.ts';
import { optionalInteger, optionalMoment, optionalYesOrNo } from './values.ts';

const PAGE = 100;

/** The scopes of a key by default, none of which is about people, keys or money. */
const SCOPES = 'jobs:read,jobs:write,files:read,files:write,projects:read,projects:write';

export const userCreate: Command = {
  name: 'user create',
  summary: 'creates a user in a workspace',
  required: { workspace: 'W', email: 'E', role: 'owner|admin|member|viewer' },
  async run({ workspace, email, role }, { access }) {
    const user = await access.createUser({ workspaceId: workspace, email, role });
    return { id: user.id, workspace: user.workspaceId, email: user.email, role: user.role };
  },
};

export const userList: Command = {
  name: 'user list',
  isRead: true,
  summary: 'lists users with their roles, last sign-in, live keys and sessions',
  required: {},
  optional: { user: 'ID|E-MAIL', after: 'ID', limit: 'N' },
  async run({ user, after, limit }, { access }) {
    const wanted = { user, afterId: after, limit: optionalInteger('limit', limit) ?? PAGE };
    const { users, hasMore } = await access.listUsers(wanted);
    return { users: users.map(presentUser), has_more: hasMore };
  },
};

function presentUser({ id, email, name, memberships, liveSessions, lastSignedInAt }: UserAccess): object {
  return {
    ...{ id, email, name: name || null, last_signed_in_at: lastSignedInAt ?? null, live_sessions: liveSessions },
    workspaces: memberships.map(({ workspaceId, role, liveKeys }) => ({ id: workspaceId, role, live_keys: liveKeys })),
  };
}

export const keyCreate: Command = {
  name: 'key create',
  summary: 'creates an API key and shows it, this once',
  required: { workspace: 'W', user: 'U' },
  optional: { scopes: 'a,b,c|all', expires: '30d|12h|5s|ISO date', name: 'N', 'may-create-keys': 'yes|no' },
  async run({ workspace, user, scopes = SCOPES, expires, name, ...more }, { access }) {
    const { key, secret } = await access.createKey({
      workspaceId: workspace,
      userId: user,
      scopes: scopes.split(',').map((scope) => scope.trim()),
      expiresAt: optionalMoment('expires', expires, new Date()),
      name,
      mayCreateKeys: optionalYesOrNo('may-create-keys', more['may-create-keys']),
    });
    return { id: key!.id, key: secret, prefix: key!.prefix, expires_at: key!.expiresAt ?? null };
  },
};

export const keyList: Command = {
  name: 'key list',
  isRead: true,
  summary: 'lists the keys of a workspace, or of one user, without their secrets',
  required: { workspace: 'W' },
  optional: { user: 'U', after: 'ID', limit: 'N' },
  async run({ workspace, user, after, limit }, { access }) {
    const { keys, hasMore } = await access.listKeys({
      workspaceId: workspace,
      userId: user,
      afterId: after,
      limit: optionalInteger('limit', limit) ?? PAGE,
    });
    return {
      keys: keys.map((key) => ({
        id: key.id,
        name: key.name || null,
        user: key.userId,
        prefix: key.prefix,
        scopes: key.scopes,
        projects: key.projectIds.length > 0 ? key.projectIds : null,
        tools: key.tools.length > 0 ? key.tools : null,
        may_create_keys: key.mayCreateKeys,
        last_used_at: key.lastUsedAt ?? null,
        last_used_address: key.lastUsedAddress || null,
        created_at: key.createdAt,
        expires_at: key.expiresAt ?? null,
        revoked_at: key.revokedAt ?? null,
      })),
      has_more: hasMore,
    };
  },
};

export const loginLink: Command = {
  name: 'login-link',
  summary: 'prints a link that signs in once, within 15 minutes; only for a stack on one’s own machine',
  required: {},
  optional: { user: 'ID|E-MAIL' },
  async run({ user }, { access }) {
    const { url, userId, workspaceId, expiresAt } = await access.createLoginLink({ user });
    return { url, user: userId, workspace: workspaceId, expires_at: expiresAt ?? null };
  },
};

export const keyRevoke: Command = {
  name: 'key revoke',
  summary: 'revokes an API key',
  required: { key: 'ID' },
  async run({ key: id }, { access }) {
    const key = await access.revokeKey({ id });
    return { id: key.id, prefix: key.prefix, revoked_at: key.revokedAt ?? null };
  },
};
