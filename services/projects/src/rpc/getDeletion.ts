import { notFound } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { ProjectDeletion } from '@rotamer/proto/projects/v1/project.ts';
import type { GetDeletionRequest } from '@rotamer/proto/projects/v1/projects.ts';
import { readDeletion } from '../deletion/deletionStore.ts';
import { presentDeletion } from '../deletion/presentDeletion.ts';
import type { Deps } from '../deps.ts';

export function getDeletion({ db }: Deps): Rpc<GetDeletionRequest, ProjectDeletion> {
  return async ({ deletionId }, { caller }) => {
    const deletion = await readDeletion(db, deletionId, caller.workspaceId);
    if (!deletion) throw notFound('project deletion');
    return presentDeletion(deletion);
  };
}
