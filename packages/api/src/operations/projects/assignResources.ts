import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { projectAssignment, projectAssignmentRequest } from '../../schemas/projectAssignment.ts';

/** POST /projects/assignments: moves all of the resources or none. */
export const assignResources = operation({
  id: 'assignResources',
  method: 'POST',
  path: '/projects/assignments',
  access: { scope: 'projects:write', role: 'member' },
  tag: 'Projects',
  summary: 'Move resources into a project, or out of their projects',
  description:
    'All resources move, or none. Missing resources are listed in `details.ids` of a `not_found`. After a `service_unavailable` the assignment may still complete; repeating it is safe.',
  body: ref(projectAssignmentRequest),
  responses: { 200: { body: ref(projectAssignment) } },
  errors: ['not_found', 'conflict'],
  audit: {
    action: 'project.resources_assigned',
    resource: 'project',
    id: { request: 'target_project_id' },
    facts: ['counts', 'linked_file_count'],
  },
  sample: {
    body: { target_project_id: 'PROJECT_ID', resources: [{ type: 'job', ids: ['JOB_ID'] }] },
    call: 'projects.assign',
    cli: 'projects assign PROJECT_ID JOB_ID',
  },
});
