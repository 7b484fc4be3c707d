import { idsOf } from '@rotamer/domain/membership/requests.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { FindMembersRequest, FindMembersResponse } from '@rotamer/proto/projects/v1/members.ts';
import { ResourceType } from '@rotamer/proto/projects/v1/project.ts';
import type { Deps } from '../../deps.ts';

export function findMembers({ db }: Pick<Deps, 'db'>): Rpc<FindMembersRequest, FindMembersResponse> {
  return async ({ workspaceId, groups }) => {
    const ids = idsOf(groups, ResourceType.JOB, 'job');
    if (ids.length === 0) return { groups: [] };
    const { rows } = await db.query('select id from jobs where id = any($1) and workspace_id = $2', [ids, workspaceId]);
    return { groups: [{ type: ResourceType.JOB, ids: rows.map(({ id }) => id) }] };
  };
}
