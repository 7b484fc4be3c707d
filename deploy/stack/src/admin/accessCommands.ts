import type { Command } from './command.ts';
import { optionalMoment } from './values.ts';

export const userCreate: Command = {
  name: 'user create',
  summary: 'creates a user in a workspace',
  required: { workspace: 'W', email: 'E', role: 'owner|admin|member|viewer' },
  async run({ workspace, email, role }, { access }) {
    const user = await access.createUser({ workspaceId: workspace, email, role });
    return { id: user.id, workspace: user.workspaceId, email: user.email, role: user.role };
  },
};

export const keyCreate: Command = {
  name: 'key create',
  summary: 'creates an API key and shows it, this once',
  required: { workspace: 'W', user: 'U', scopes: 'a,b' },
  optional: { expires: '30d|12h|5s|ISO date' },
  async run({ workspace, user, scopes, expires }, { access }) {
    const { key, secret } = await access.createKey({
      workspaceId: workspace,
      userId: user,
      scopes: scopes!.split(',').map((scope) => scope.trim()),
      expiresAt: optionalMoment('expires', expires, new Date()),
    });
    return { id: key!.id, key: secret, prefix: key!.prefix, expires_at: key!.expiresAt ?? null };
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
