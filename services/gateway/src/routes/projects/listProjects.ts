import { listProjects as operation } from '@rotamer/api/operations/projects/listProjects.ts';
import { presentPage, readCursors } from '../../params/page.ts';
import { presentProject } from '../../present/presentProject.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';

/** GET /projects: newest first. */
export const listProjects = handler(
  operation,
  ({ projects }) =>
    async (request, reply) => {
      const answer = await projects.list(readCursors('proj', request.query), callScope(request, reply));
      return presentPage(answer.projects.map(presentProject), answer.hasMore, (shown) => shown);
    },
  { importance: 'list' },
);
