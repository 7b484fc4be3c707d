import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { idsOf } from '@rotamer/kit/projects/requests.ts';
import type { FindMembersRequest, FindMembersResponse } from '@rotamer/proto/projects/v1/members.ts';
import type { Deps } from '../../deps.ts';
import { HELD } from '../../projects/held.ts';

export function findMembers({ db }: Pick<Deps, 'db'>): Rpc<FindMembersRequest, FindMembersResponse> {
  return async ({ workspaceId, groups }) => {
    const found = HELD.map(async ({ table, type, prefix }) => {
      const ids = idsOf(groups, type, prefix);
      if (ids.length === 0) return [];
      const { rows } = await db.query(`select id from ${table} where id = any($1) and workspace_id = $2`, [
        ids,
        workspaceId,
      ]);
      return [{ type, ids: rows.map(({ id }) => id) }];
    });
    return { groups: (await Promise.all(found)).flat() };
  };
}
