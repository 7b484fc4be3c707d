import type { Queryable } from '@rotamer/kit/db/db.ts';
import { transaction } from '@rotamer/kit/db/transaction.ts';
import { Fault, notFound, validationFault } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { newId } from '@rotamer/kit/ids.ts';
import { appendOutbox, OUTBOX_SIGNAL } from '@rotamer/kit/outbox/outbox.ts';
import type { ProjectDeletion } from '@rotamer/proto/projects/v1/project.ts';
import type { DeleteProjectRequest } from '@rotamer/proto/projects/v1/projects.ts';
import { lockOperations } from '../assignment/operationStore.ts';
import { type Deletion, isSame, type Mode, startDeletion } from '../deletion/deletion.ts';
import { deletionOfProject, insertDeletion } from '../deletion/deletionStore.ts';
import { modeOf, presentDeletion } from '../deletion/presentDeletion.ts';
import type { Deps } from '../deps.ts';
import { projectEvent } from '../project/presentProject.ts';
import { closeProject, type Project, requireOpen } from '../project/project.ts';
import { lockProject, readProject, saveProject } from '../project/projectStore.ts';
import { DELETIONS_SIGNAL } from '../work/deleteProjects.ts';

interface Wanted {
  projectId: string;
  mode: Mode;
  targetProjectId?: string;
}

/** Closes the project and starts its deletion, in one transaction. A loop does the rest (work/deleteProjects.ts). */
export function deleteProject({ db, clock, signals }: Deps): Rpc<DeleteProjectRequest, ProjectDeletion> {
  return async (request, { caller: { workspaceId }, traceparent }) => {
    const wanted = validated(request);
    const deletion = await transaction(db, async (tx) => {
      await lockOperations(tx, workspaceId);
      const project = await lockProject(tx, wanted.projectId, workspaceId);
      if (!project) throw notFound('project');
      if (project.closed) return sameDeletion(await deletionOfProject(tx, project.id, workspaceId), wanted);
      await requireTarget(tx, wanted.targetProjectId, workspaceId);
      const now = clock();
      const closed = closeProject(project, now);
      await saveProject(tx, closed.project);
      await appendOutbox(tx, [projectEvent(closed, now, traceparent)]);
      return insertDeletion(tx, newDeletion(project, wanted, now));
    });
    signals.send(OUTBOX_SIGNAL);
    signals.send(DELETIONS_SIGNAL);
    return presentDeletion(deletion);
  };
}

function validated({ projectId, mode: presented, targetProjectId }: DeleteProjectRequest): Wanted {
  const invalid = (path: string, message: string) => validationFault([{ path, message }]);
  const mode = modeOf(presented);
  if (!mode) throw invalid('mode', 'must be move, unassign or delete_contents');
  if (mode !== 'move') {
    if (targetProjectId !== undefined) throw invalid('target_project_id', 'is only for the mode move');
    return { projectId, mode };
  }
  if (!targetProjectId) throw invalid('target_project_id', 'is required by the mode move');
  if (targetProjectId === projectId) throw invalid('target_project_id', 'must be another project than the deleted one');
  return { projectId, mode, targetProjectId };
}

async function requireTarget(tx: Queryable, id: string | undefined, workspaceId: string): Promise<void> {
  if (id === undefined) return;
  const target = await readProject(tx, id, workspaceId);
  if (!target) throw notFound('target project');
  requireOpen(target);
}

function newDeletion({ id: projectId, name, workspaceId }: Project, wanted: Wanted, now: Date) {
  return startDeletion({ ...wanted, id: newId('pdel', now), workspaceId, projectId, projectName: name }, now);
}

/** Returns the existing deletion when it has the same options, so that equal requests get the same deletion. */
function sameDeletion(deletion: Deletion | undefined, wanted: Wanted): Deletion {
  if (deletion && isSame(deletion, wanted)) return deletion;
  throw new Fault('conflict', 'This project is already being deleted with other options.', {
    resolution: 'Wait until its deletion has completed.',
    details: deletion && { deletion_id: deletion.id },
  });
}
