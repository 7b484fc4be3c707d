import type { Command } from './command.ts';
import { optionalInteger } from './values.ts';

const PAGE = 100;

export const memberList: Command = {
  name: 'member list',
  isRead: true,
  summary: 'lists the members of a workspace with their roles',
  required: { workspace: 'W' },
  optional: { after: 'U', limit: 'N' },
  async run({ workspace, after, limit }, { access }) {
    const { members, hasMore } = await access.listMembers({
      workspaceId: workspace,
      afterId: after,
      limit: optionalInteger('limit', limit) ?? PAGE,
    });
    return {
      members: members.map(({ id, email, role, name, joinedAt }) => ({
        ...{ id, email, name: name || null, role },
        joined_at: joinedAt ?? null,
      })),
      has_more: hasMore,
    };
  },
};

export const memberSetRole: Command = {
  name: 'member set-role',
  summary: 'changes the role of a member, and with it what their keys may do',
  required: { workspace: 'W', user: 'U', role: 'owner|admin|member|viewer' },
  async run({ workspace, user, role }, { access }) {
    const changed = await access.setRole({ workspaceId: workspace, userId: user, role });
    return { id: changed.id, workspace: changed.workspaceId, email: changed.email, role: changed.role };
  },
};

export const memberRemove: Command = {
  name: 'member remove',
  summary: 'ends a membership and revokes its keys; jobs and files stay',
  required: { workspace: 'W', user: 'U' },
  async run({ workspace, user }, { access }) {
    const { user: removed, revokedKeys } = await access.removeMember({ workspaceId: workspace, userId: user });
    return { id: removed!.id, workspace: removed!.workspaceId, email: removed!.email, revoked_keys: revokedKeys };
  },
};
