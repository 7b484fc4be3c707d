import { createProject as operation } from '@rotamer/api/operations/projects/createProject.ts';
import { presentProject } from '@rotamer/present/presentProject.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';

/** POST /projects. */
export const createProject = handler(operation, ({ projects }) => async (request, reply) => {
  const { name, description } = request.body;
  const created = await projects.create({ name, description: description || undefined }, callScope(request, reply));
  return reply.code(201).send(presentProject(created));
});
