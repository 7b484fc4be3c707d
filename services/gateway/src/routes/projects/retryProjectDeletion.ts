import { ref } from '@rotamer/api/schemas/build.ts';
import { bodyErrors, errors } from '@rotamer/api/schemas/error.ts';
import { projectDeletion } from '@rotamer/api/schemas/projectDeletion.ts';
import type { Deps } from '../../deps.ts';
import { presentDeletion } from '../../present/presentDeletion.ts';
import { callScope } from '../../request/callScope.ts';
import { refuseBody } from '../../validation/refuseBody.ts';
import type { Api } from '../apiInstance.ts';
import { deletionIdOf, deletionParams } from './deletionId.ts';
import { refuseDeletion } from './deletionRole.ts';

/** POST /project-deletions/{deletionId}/retry: tries a failed deletion again. */
export function retryProjectDeletion(app: Api, { projects }: Deps): void {
  app.post(
    '/project-deletions/:deletionId/retry',
    {
      config: { operation: 'retryProjectDeletion' },
      preValidation: refuseBody,
      schema: {
        summary: 'Retry a failed deletion of a project',
        description: 'Needs the role that the deletion needed: admin, when it deletes the contents too.',
        tags: ['Projects'],
        params: deletionParams,
        response: { 200: ref(projectDeletion), ...errors(...bodyErrors, 'not_found', 'conflict') },
      },
    },
    async (request, reply) => {
      const deletionId = deletionIdOf(request.params);
      const scope = callScope(request, reply);
      const { mode } = await projects.getDeletion({ deletionId }, scope);
      const refusal = refuseDeletion(request, mode);
      if (refusal) throw refusal;
      return presentDeletion(await projects.retryDeletion({ deletionId }, scope));
    },
  );
}
