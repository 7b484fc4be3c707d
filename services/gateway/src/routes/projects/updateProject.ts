import { ref } from '@rotamer/api/schemas/build.ts';
import { bodyErrors, errors } from '@rotamer/api/schemas/error.ts';
import { project, projectUpdateRequest } from '@rotamer/api/schemas/project.ts';
import type { Deps } from '../../deps.ts';
import { presentProject } from '../../present/presentProject.ts';
import { callScope } from '../../request/callScope.ts';
import type { Api } from '../apiInstance.ts';
import { projectIdOf, projectParams } from './projectId.ts';

/** PATCH /projects/{projectId}: changes what the body names. */
export function updateProject(app: Api, { projects }: Deps): void {
  app.patch(
    '/projects/:projectId',
    {
      config: { operation: 'updateProject' },
      schema: {
        summary: 'Update the name or description of a project',
        tags: ['Projects'],
        params: projectParams,
        body: ref(projectUpdateRequest),
        response: { 200: ref(project), ...errors(...bodyErrors, 'not_found', 'conflict') },
      },
    },
    async (request, reply) => {
      const { name, description } = request.body;
      const updated = await projects.update(
        { projectId: projectIdOf(request.params), name, description: description === null ? '' : description },
        callScope(request, reply),
      );
      return presentProject(updated);
    },
  );
}
