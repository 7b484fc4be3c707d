import { getProject as operation } from '@rotamer/api/operations/projects/getProject.ts';
import { projectIdOf } from '@rotamer/http/params/ids.ts';
import { presentProject } from '@rotamer/present/presentProject.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';

/** GET /projects/{projectId}. */
export const getProject = handler(operation, ({ projects }) => async (request, reply) => {
  const projectId = projectIdOf(request.params);
  return presentProject(await projects.get({ projectId }, callScope(request, reply)));
});
