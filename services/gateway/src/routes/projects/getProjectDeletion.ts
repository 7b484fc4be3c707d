import { ref } from '@rotamer/api/schemas/build.ts';
import { errors } from '@rotamer/api/schemas/error.ts';
import { projectDeletion } from '@rotamer/api/schemas/projectDeletion.ts';
import type { Deps } from '../../deps.ts';
import { presentDeletion } from '../../present/presentDeletion.ts';
import { callScope } from '../../request/callScope.ts';
import type { Api } from '../apiInstance.ts';
import { deletionIdOf, deletionParams } from './deletionId.ts';

/** GET /project-deletions/{deletionId}. */
export function getProjectDeletion(app: Api, { projects }: Deps): void {
  app.get(
    '/project-deletions/:deletionId',
    {
      config: { operation: 'getProjectDeletion' },
      schema: {
        summary: 'Get the deletion of a project',
        tags: ['Projects'],
        params: deletionParams,
        response: { 200: ref(projectDeletion), ...errors('not_found') },
      },
    },
    async (request, reply) => {
      const deletionId = deletionIdOf(request.params);
      return presentDeletion(await projects.getDeletion({ deletionId }, callScope(request, reply)));
    },
  );
}
