import { type Rpc, scopeOf } from '@rotamer/kit/grpc/callContext.ts';
import type { ListProjectsRequest, ListProjectsResponse } from '@rotamer/proto/projects/v1/projects.ts';
import type { Deps } from '../deps.ts';
import { countMembers } from '../project/countMembers.ts';
import { listProjects } from '../project/projectStore.ts';

/** Most projects of a page: as many as one call can count. */
const MAX_PAGE = 100;

export function list({ db, contexts }: Deps): Rpc<ListProjectsRequest, ListProjectsResponse> {
  return async ({ limit: asked, beforeId }, context) => {
    const limit = Math.min(Math.max(asked, 1), MAX_PAGE);
    // One extra row tells whether there is a next page.
    const found = await listProjects(db, { workspaceId: context.caller.workspaceId, beforeId, limit: limit + 1 });
    const projects = await countMembers(contexts, found.slice(0, limit), scopeOf(context));
    return { projects, hasMore: found.length > limit };
  };
}
