import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { projectDeletion } from '../../schemas/projectDeletion.ts';

/** GET /project-deletions/{deletionId}. */
export const getProjectDeletion = operation({
  id: 'getProjectDeletion',
  method: 'GET',
  path: '/project-deletions/{deletionId}',
  access: { scope: 'projects:read', role: 'viewer' },
  tag: 'Projects',
  summary: 'Get the deletion of a project',
  responses: { 200: { body: ref(projectDeletion) } },
  errors: ['not_found'],
  sample: { call: 'projects.deletion', cli: 'projects deletion DELETION_ID' },
});
