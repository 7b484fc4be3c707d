import { ref } from '@rotamer/api/schemas/build.ts';
import { errors } from '@rotamer/api/schemas/error.ts';
import { projectList } from '@rotamer/api/schemas/project.ts';
import { Type } from 'typebox';
import type { Deps } from '../../deps.ts';
import { presentProject } from '../../present/presentProject.ts';
import { callScope } from '../../request/callScope.ts';
import type { Api } from '../apiInstance.ts';
import { cursorQuery, presentPage, readCursors } from '../page.ts';

const query = Type.Object(cursorQuery, { additionalProperties: false });

/** GET /projects: newest first. */
export function listProjects(app: Api, { projects }: Deps): void {
  app.get(
    '/projects',
    {
      config: { operation: 'listProjects', importance: 'list' },
      schema: {
        summary: 'List projects, newest first',
        tags: ['Projects'],
        querystring: query,
        response: { 200: ref(projectList), ...errors('validation_error') },
      },
    },
    async (request, reply) => {
      const answer = await projects.list(readCursors('proj', request.query), callScope(request, reply));
      return presentPage(answer.projects.map(presentProject), answer.hasMore, (shown) => shown);
    },
  );
}
