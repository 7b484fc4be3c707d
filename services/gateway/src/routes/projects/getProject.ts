import { ref } from '@rotamer/api/schemas/build.ts';
import { errors } from '@rotamer/api/schemas/error.ts';
import { project } from '@rotamer/api/schemas/project.ts';
import type { Deps } from '../../deps.ts';
import { presentProject } from '../../present/presentProject.ts';
import { callScope } from '../../request/callScope.ts';
import type { Api } from '../apiInstance.ts';
import { projectIdOf, projectParams } from './projectId.ts';

/** GET /projects/{projectId}. */
export function getProject(app: Api, { projects }: Deps): void {
  app.get(
    '/projects/:projectId',
    {
      config: { operation: 'getProject' },
      schema: {
        summary: 'Get a project',
        tags: ['Projects'],
        params: projectParams,
        response: { 200: ref(project), ...errors('not_found') },
      },
    },
    async (request, reply) => {
      const projectId = projectIdOf(request.params);
      return presentProject(await projects.get({ projectId }, callScope(request, reply)));
    },
  );
}
