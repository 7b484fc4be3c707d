import { Type } from 'typebox';
import { deletionLinks } from '../../operation/links.ts';
import { operation } from '../../operation/operation.ts';
import { oneOf, ref } from '../../schemas/build.ts';
import { deletionModes, projectDeletion, projectDeletionRequest } from '../../schemas/projectDeletion.ts';

const query = Type.Object(
  { mode: Type.Optional(oneOf(deletionModes)), target_project_id: Type.Optional(Type.String()) },
  { additionalProperties: false },
);

/** DELETE /projects/{projectId}: begins a deletion, which goes on in the background. */
export const deleteProject = operation({
  id: 'deleteProject',
  method: 'DELETE',
  path: '/projects/{projectId}',
  access: { scope: 'projects:write', role: 'member' },
  tag: 'Projects',
  summary: 'Delete a project',
  description: 'Takes its fields from a JSON body or from the query.',
  query,
  body: ref(projectDeletionRequest),
  optionalBody: true,
  responses: { 202: { description: 'The deletion has begun', body: ref(projectDeletion), links: deletionLinks } },
  errors: ['not_found', 'conflict'],
  audit: {
    action: 'project.deleted',
    resource: 'project',
    id: { param: 'projectId' },
    facts: ['id', 'mode', 'target_project_id'],
  },
  sample: {
    body: { mode: 'unassign' },
    call: 'projects.delete',
    cli: 'projects delete PROJECT_ID --mode unassign',
  },
});
