import { projectsOf } from '@rotamer/domain/membership/requests.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { CountMembersRequest, CountMembersResponse } from '@rotamer/proto/projects/v1/members.ts';
import { ResourceType } from '@rotamer/proto/projects/v1/project.ts';
import type { Deps } from '../../deps.ts';

/** Reads counters, so the cost does not depend on the number of members. */
export function countMembers({ db }: Pick<Deps, 'db'>): Rpc<CountMembersRequest, CountMembersResponse> {
  return async ({ workspaceId, projectIds }) => {
    const { rows } = await db.query(
      `select id, workflows, members - workflows as runs from projects
       where workspace_id = $1 and id = any($2) and members > 0`,
      [workspaceId, projectsOf(projectIds)],
    );
    const counts = rows.flatMap(({ id: projectId, workflows, runs }) => [
      { projectId, type: ResourceType.WORKFLOW, count: workflows },
      { projectId, type: ResourceType.WORKFLOW_RUN, count: runs },
    ]);
    return { counts: counts.filter(({ count }) => count > 0) };
  };
}
