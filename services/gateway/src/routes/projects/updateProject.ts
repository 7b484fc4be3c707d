import { updateProject as operation } from '@rotamer/api/operations/projects/updateProject.ts';
import { projectIdOf } from '@rotamer/http/params/ids.ts';
import { presentProject } from '@rotamer/present/presentProject.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';

/** PATCH /projects/{projectId}: changes the fields in the body. */
export const updateProject = handler(operation, ({ projects }) => async (request, reply) => {
  const { name, description } = request.body;
  const updated = await projects.update(
    { projectId: projectIdOf(request.params), name, description: description === null ? '' : description },
    callScope(request, reply),
  );
  return presentProject(updated);
});
