import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { project, projectUpdateRequest } from '../../schemas/project.ts';

/** PATCH /projects/{projectId}: changes the fields in the body. */
export const updateProject = operation({
  id: 'updateProject',
  method: 'PATCH',
  path: '/projects/{projectId}',
  access: { scope: 'projects:write', role: 'member', limited: 'named' },
  tag: 'Projects',
  summary: 'Update the name or description of a project',
  body: ref(projectUpdateRequest),
  responses: { 200: { body: ref(project) } },
  errors: ['not_found', 'conflict'],
  audit: { action: 'project.changed', resource: 'project', id: { param: 'projectId' } },
  sample: {
    body: { name: 'Insulin variants' },
    call: 'projects.update',
    cli: "projects update PROJECT_ID --name 'Insulin variants'",
  },
});
