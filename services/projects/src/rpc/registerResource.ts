import { workspaceProblem } from '@rotamer/domain/workspaceProblem.ts';
import { transaction } from '@rotamer/kit/db/transaction.ts';
import { Fault, notFound } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { requireValid } from '@rotamer/kit/grpc/validate.ts';
import { ResourceType } from '@rotamer/proto/projects/v1/project.ts';
import type { RegisterResourceRequest, RegisterResourceResponse } from '@rotamer/proto/projects/v1/projects.ts';
import { lockOperations } from '../assignment/operationStore.ts';
import type { Deps } from '../deps.ts';
import { requireOpen } from '../project/project.ts';
import { lockProject } from '../project/projectStore.ts';
import { hasResources, insertResource, isRegistered, removeResource } from '../registry/resourceStore.ts';

/** Most resources of other applications in one workspace. */
const MAX_RESOURCES = 100_000;

export function registerResource({ db }: Deps): Rpc<RegisterResourceRequest, RegisterResourceResponse> {
  return async ({ type, resourceId: id, projectId, removed }, { caller: { workspaceId } }) => {
    requireValid(
      workspaceProblem(workspaceId),
      type === ResourceType.STUDIO_SESSION || type === ResourceType.AI_CONVERSATION
        ? undefined
        : { path: 'type', message: 'must be studio_session or ai_conversation' },
      /^[\x21-\x7e]{1,128}$/.test(id)
        ? undefined
        : { path: 'resource_id', message: 'must have 1 to 128 visible ASCII characters' },
    );
    const resource = { workspaceId, type, id };
    if (removed) {
      await removeResource(db, resource);
      return {};
    }
    await transaction(db, async (tx) => {
      if (await isRegistered(tx, resource)) return;
      // The lock keeps concurrent registrations within the limit.
      await lockOperations(tx, workspaceId);
      if (await hasResources(tx, workspaceId, MAX_RESOURCES)) throw tooMany();
      if (projectId !== undefined) {
        // Locked, so that no deletion closes the project and searches its members before this one is committed.
        const project = await lockProject(tx, projectId, workspaceId);
        if (!project) throw notFound('project');
        requireOpen(project);
      }
      await insertResource(tx, resource, projectId);
    });
    return {};
  };
}

function tooMany(): Fault {
  return new Fault('conflict', `The workspace already has ${MAX_RESOURCES} registered resources.`, {
    resolution: 'Remove resources that no longer exist.',
  });
}
