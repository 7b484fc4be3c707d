import { notFound } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { CheckOpenRequest, CheckOpenResponse } from '@rotamer/proto/projects/v1/projects.ts';
import type { Deps } from '../deps.ts';
import { requireOpen } from '../project/project.ts';
import { readProject } from '../project/projectStore.ts';

/** Checks that a project is open. It may be closed right afterwards: each context then follows the closing to the project's target. */
export function checkOpen({ db }: Deps): Rpc<CheckOpenRequest, CheckOpenResponse> {
  return async ({ projectId }, { caller }) => {
    const project = await readProject(db, projectId, caller.workspaceId);
    if (!project) throw notFound('project');
    requireOpen(project);
    return {};
  };
}
