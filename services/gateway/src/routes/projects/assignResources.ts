import { ref } from '@rotamer/api/schemas/build.ts';
import { bodyErrors, errors } from '@rotamer/api/schemas/error.ts';
import {
  type ProjectAssignmentRequestBody,
  type PublicProjectAssignment,
  projectAssignment,
  projectAssignmentRequest,
} from '@rotamer/api/schemas/projectAssignment.ts';
import { ResourceType } from '@rotamer/proto/projects/v1/project.ts';
import type { AssignResponse } from '@rotamer/proto/projects/v1/projects.ts';
import type { Deps } from '../../deps.ts';
import { presentCounts } from '../../present/presentProject.ts';
import { callScope, SUBMIT_BUDGET_MS } from '../../request/callScope.ts';
import type { Api } from '../apiInstance.ts';
import { projectNamed } from './projectId.ts';

/** POST /projects/assignments: moves all of the resources or none. */
export function assignResources(app: Api, { projects }: Deps): void {
  app.post(
    '/projects/assignments',
    {
      config: { operation: 'assignResources' },
      schema: {
        summary: 'Move resources into a project, or out of their projects',
        description:
          'All of them move, or none. Resources that do not exist are listed in `details.ids` of a `not_found`. After a `service_unavailable` the assignment may still complete; it can be repeated.',
        tags: ['Projects'],
        body: ref(projectAssignmentRequest),
        response: { 200: ref(projectAssignment), ...errors(...bodyErrors, 'not_found', 'conflict') },
      },
    },
    async (request, reply) => {
      const assigned = await projects.assign(
        readAssignment(request.body),
        // Not cancelled with the client: what has begun is completed.
        { ...callScope(request, reply, SUBMIT_BUDGET_MS), signal: undefined },
      );
      return presentAssignment(assigned);
    },
  );
}

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
