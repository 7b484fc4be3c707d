import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { projectDeletion } from '../../schemas/projectDeletion.ts';

/** POST /project-deletions/{deletionId}/retry: retries a failed deletion. */
export const retryProjectDeletion = operation({
  id: 'retryProjectDeletion',
  method: 'POST',
  path: '/project-deletions/{deletionId}/retry',
  access: { scope: 'projects:write', role: 'member' },
  tag: 'Projects',
  summary: 'Retry a failed deletion of a project',
  description: 'Needs the role that the deletion needed: admin if it also deletes the contents.',
  responses: { 200: { body: ref(projectDeletion) } },
  errors: ['not_found', 'conflict'],
  audit: {
    action: 'project.deletion_retried',
    resource: 'project_deletion',
    id: { param: 'deletionId' },
    facts: ['project_id', 'mode'],
  },
  sample: { call: 'projects.retryDeletion', cli: 'projects deletion DELETION_ID --retry' },
});
