import { assignResources as operation } from '@rotamer/api/operations/projects/assignResources.ts';
import type { ProjectAssignmentRequestBody, PublicProjectAssignment } from '@rotamer/api/schemas/projectAssignment.ts';
import { projectNamed } from '@rotamer/http/params/ids.ts';
import { SUBMIT_BUDGET_MS } from '@rotamer/http/request/budgets.ts';
import { presentCounts } from '@rotamer/present/presentProject.ts';
import { ResourceType } from '@rotamer/proto/projects/v1/project.ts';
import type { AssignResponse } from '@rotamer/proto/projects/v1/projects.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';

/** POST /projects/assignments: moves all of the resources or none. */
export const assignResources = handler(operation, ({ projects }) => async (request, reply) => {
  const assigned = await projects.assign(
    readAssignment(request.body),
    // Not cancelled with the client, because an assignment that has begun is completed.
    { ...callScope(request, reply, SUBMIT_BUDGET_MS), signal: undefined },
  );
  return presentAssignment(assigned);
});

function readAssignment({ target_project_id, resources, move_linked_files = false }: ProjectAssignmentRequestBody) {
  return {
    targetProjectId: projectNamed(target_project_id),
    groups: resources.map(({ type, ids }) => ({ type: typeOf[type], ids })),
    moveLinkedFiles: move_linked_files,
  };
}

const typeOf = {
  job: ResourceType.JOB,
  file: ResourceType.FILE,
  workflow: ResourceType.WORKFLOW,
  workflow_run: ResourceType.WORKFLOW_RUN,
  studio_session: ResourceType.STUDIO_SESSION,
  ai_conversation: ResourceType.AI_CONVERSATION,
};

function presentAssignment({ target, counts, linkedFiles }: AssignResponse): PublicProjectAssignment {
  return {
    object: 'project_assignment',
    target_project: target ? { id: target.id, name: target.name } : null,
    counts: presentCounts(counts!),
    linked_file_count: linkedFiles,
  };
}
