import { readCounts } from '@rotamer/domain/membership/places.ts';
import { projectsOf } from '@rotamer/domain/membership/requests.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { CountMembersRequest, CountMembersResponse } from '@rotamer/proto/projects/v1/members.ts';
import { ResourceType } from '@rotamer/proto/projects/v1/project.ts';
import type { Deps } from '../../deps.ts';

/**
 * Returns the number of files of each project. Reads counters, so a project with a million files costs no more than an
 * empty one.
 */
export function countMembers({ db }: Pick<Deps, 'db'>): Rpc<CountMembersRequest, CountMembersResponse> {
  return async ({ workspaceId, projectIds }) => {
    const counts = await readCounts(db, workspaceId, projectsOf(projectIds));
    return { counts: [...counts].map(([projectId, count]) => ({ projectId, type: ResourceType.FILE, count })) };
  };
}
