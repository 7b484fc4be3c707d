import { notFound } from '@rotamer/kit/errors/fault.ts';
import { type Rpc, scopeOf } from '@rotamer/kit/grpc/callContext.ts';
import type { CountedProject, GetProjectRequest } from '@rotamer/proto/projects/v1/projects.ts';
import type { Deps } from '../deps.ts';
import { countMembers } from '../project/countMembers.ts';
import { readProject } from '../project/projectStore.ts';

export function get({ db, contexts }: Deps): Rpc<GetProjectRequest, CountedProject> {
  return async ({ projectId }, context) => {
    const project = await readProject(db, projectId, context.caller.workspaceId);
    if (!project) throw notFound('project');
    return (await countMembers(contexts, [project], scopeOf(context)))[0]!;
  };
}
