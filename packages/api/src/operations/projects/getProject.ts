import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { project } from '../../schemas/project.ts';

/** GET /projects/{projectId}. */
export const getProject = operation({
  id: 'getProject',
  method: 'GET',
  path: '/projects/{projectId}',
  access: { scope: 'projects:read', role: 'viewer', limited: 'named' },
  tag: 'Projects',
  summary: 'Get a project',
  responses: { 200: { body: ref(project) } },
  errors: ['not_found'],
  sample: { call: 'projects.get', cli: 'projects show PROJECT_ID' },
});
