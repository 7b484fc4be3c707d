import { transaction } from '@rotamer/kit/db/transaction.ts';
import { Fault, notFound } from '@rotamer/kit/errors/fault.ts';
import { type Rpc, scopeOf } from '@rotamer/kit/grpc/callContext.ts';
import type { AssignRequest, AssignResponse } from '@rotamer/proto/projects/v1/projects.ts';
import { requireResources } from '../assignment/missingResources.ts';
import { carryOut, type Operation } from '../assignment/operation.ts';
import { countOperations, insertOperation, lockOperations, removeOperation } from '../assignment/operationStore.ts';
import type { Deps } from '../deps.ts';
import { presentProject } from '../project/presentProject.ts';
import { type Project, requireOpen } from '../project/project.ts';
import { readProject } from '../project/projectStore.ts';
import { countResources, gatherResources } from '../resources.ts';

/** Most assignments of one workspace that wait for a service. More would only make the wait longer. */
const MAX_WAITING = 1_000;

/**
 * Checks, commits, then carries out an assignment. A committed assignment is carried out everywhere, by this call or by a
 * loop (work/carryOut.ts). Resources that are deleted after the check are left out.
 */
export function assign({ db, contexts }: Deps): Rpc<AssignRequest, AssignResponse> {
  return async ({ targetProjectId, groups: asked, moveLinkedFiles }, context) => {
    const { workspaceId } = context.caller;
    const groups = gatherResources(asked);
    await requireResources(contexts, workspaceId, groups, scopeOf(context));

    const wanted = { workspaceId, projectId: targetProjectId, groups, moveLinkedFiles };
    const { operation, target } = await transaction(db, async (tx) => {
      await lockOperations(tx, workspaceId);
      const target = await openTarget(tx, wanted);
      if ((await countOperations(tx, workspaceId)) >= MAX_WAITING) throw tooManyWaiting();
      return { operation: { ...wanted, seq: await insertOperation(tx, wanted) }, target };
    });

    const linkedFiles = await carryOut(contexts, operation, scopeOf(context)).catch((cause) => {
      throw notEverywhereYet(cause);
    });
    await removeOperation(db, operation.seq);
    return { target: target && presentProject(target), counts: countResources(groups), linkedFiles };
  };
}

async function openTarget(
  tx: Parameters<typeof readProject>[0],
  { projectId, workspaceId }: Pick<Operation, 'projectId' | 'workspaceId'>,
): Promise<Project | undefined> {
  if (projectId === undefined) return undefined;
  const target = await readProject(tx, projectId, workspaceId);
  if (!target) throw notFound('project');
  requireOpen(target);
  return target;
}

function tooManyWaiting(): Fault {
  return new Fault('service_unavailable', 'Too many assignments of this workspace are waiting for a service.', {
    retryAfterSeconds: 10,
  });
}

function notEverywhereYet(cause: unknown): Fault {
  return new Fault('service_unavailable', 'The assignment is accepted, but not carried out everywhere yet.', {
    resolution: 'It will be completed without further requests. Repeating it is harmless.',
    retryAfterSeconds: 2,
    cause,
  });
}
