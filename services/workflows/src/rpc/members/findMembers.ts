import { idsOf } from '@rotamer/domain/membership/requests.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { FindMembersRequest, FindMembersResponse } from '@rotamer/proto/projects/v1/members.ts';
import type { Deps } from '../../deps.ts';
import { HELD, type HeldTable } from '../../membership/memberships.ts';
import { MAY_SEE } from '../../workflow/access.ts';

const GRANT = 'left join grants g on g.user_id = $3 and g.workflow_id';

/** Selects those of the ids that belong to the workspace and that the caller may read. */
const VISIBLE: Record<HeldTable, string> = {
  workflows: `select w.id from workflows w ${GRANT} = w.id
    where w.id = any($1) and w.workspace_id = $2 and ${MAY_SEE('$4')}`,
  runs: `select r.id from runs r ${GRANT} = r.workflow_id
    where r.id = any($1) and r.workspace_id = $2 and (${MAY_SEE('$4')} or r.created_by = $3)`,
};

/** Finds only members that the caller may see. Otherwise an assignment would reveal that a resource exists, and move it. */
export function findMembers({ db }: Pick<Deps, 'db'>): Rpc<FindMembersRequest, FindMembersResponse> {
  return async ({ workspaceId, groups }, { caller: { userId, role } }) => {
    const found = HELD.map(async ({ table, type, prefix }) => {
      const ids = idsOf(groups, type, prefix);
      if (ids.length === 0) return [];
      const { rows } = await db.query(VISIBLE[table], [ids, workspaceId, userId, role]);
      return [{ type, ids: rows.map(({ id }) => id) }];
    });
    return { groups: (await Promise.all(found)).flat() };
  };
}
