import { notFound } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { isId } from '@rotamer/kit/ids.ts';
import type { ProjectDeletion } from '@rotamer/proto/projects/v1/project.ts';
import type { RetryDeletionRequest } from '@rotamer/proto/projects/v1/projects.ts';
import { changeDeletion } from '../deletion/deletionStore.ts';
import { presentDeletion } from '../deletion/presentDeletion.ts';
import type { Deps } from '../deps.ts';
import { DELETIONS_SIGNAL } from '../work/deleteProjects.ts';

export function retryDeletion({ db, clock, signals }: Deps): Rpc<RetryDeletionRequest, ProjectDeletion> {
  return async ({ deletionId: id }, { caller: { workspaceId } }) => {
    const deletion = isId('pdel', id) && (await changeDeletion(db, { id, workspaceId }, { type: 'retry' }, clock()));
    if (!deletion) throw notFound('project deletion');
    signals.send(DELETIONS_SIGNAL);
    return presentDeletion(deletion);
  };
}
