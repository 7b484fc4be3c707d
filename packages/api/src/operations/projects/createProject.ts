import { projectLinks } from '../../operation/links.ts';
import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { project, projectCreateRequest } from '../../schemas/project.ts';

/** POST /projects. */
export const createProject = operation({
  id: 'createProject',
  method: 'POST',
  path: '/projects',
  access: { scope: 'projects:write', role: 'member' },
  tag: 'Projects',
  summary: 'Create a project',
  body: ref(projectCreateRequest),
  responses: { 201: { description: 'Created', body: ref(project), links: projectLinks } },
  errors: ['conflict'],
  audit: { action: 'project.created', resource: 'project', id: { response: 'id' } },
  sample: {
    body: { name: 'Insulin', description: 'Chains and variants' },
    call: 'projects.create',
    cli: "projects create Insulin --description 'Chains and variants'",
  },
});
