import { ref } from '@rotamer/api/schemas/build.ts';
import { bodyErrors, errors } from '@rotamer/api/schemas/error.ts';
import { project, projectCreateRequest } from '@rotamer/api/schemas/project.ts';
import type { Deps } from '../../deps.ts';
import { presentProject } from '../../present/presentProject.ts';
import { callScope } from '../../request/callScope.ts';
import type { Api } from '../apiInstance.ts';

/** POST /projects. */
export function createProject(app: Api, { projects }: Deps): void {
  app.post(
    '/projects',
    {
      config: { operation: 'createProject' },
      schema: {
        summary: 'Create a project',
        tags: ['Projects'],
        body: ref(projectCreateRequest),
        response: {
          201: { description: 'Created', content: { 'application/json': { schema: ref(project) } } },
          ...errors(...bodyErrors, 'conflict'),
        },
      },
    },
    async (request, reply) => {
      const { name, description } = request.body;
      const created = await projects.create({ name, description: description || undefined }, callScope(request, reply));
      return reply.code(201).send(presentProject(created));
    },
  );
}
