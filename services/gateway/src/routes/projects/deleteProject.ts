import { deleteProject as operation } from '@rotamer/api/operations/projects/deleteProject.ts';
import type { ProjectDeletionRequestBody } from '@rotamer/api/schemas/projectDeletion.ts';
import { projectIdOf, projectNamed } from '@rotamer/http/params/ids.ts';
import { type Problem, validationFault } from '@rotamer/kit/errors/fault.ts';
import { presentDeletion } from '@rotamer/present/presentDeletion.ts';
import { DeletionMode } from '@rotamer/proto/projects/v1/project.ts';
import type { FastifyRequest } from 'fastify';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';
import { refuseDeletion } from './deletionRole.ts';

/** DELETE /projects/{projectId}: begins a deletion, which goes on in the background. */
export const deleteProject = handler(
  operation,
  ({ projects }) =>
    async (request, reply) => {
      const projectId = projectIdOf(request.params);
      const scope = callScope(request, reply);
      const { mode, targetProjectId } = readDeletion(projectId, request.body);
      const refusal = refuseDeletion(request, mode);
      if (refusal) {
        // An unknown project is not_found for every caller.
        await projects.get({ projectId }, scope);
        throw refusal;
      }
      const deletion = await projects.delete({ projectId, mode, targetProjectId }, scope);
      return reply.code(202).send(presentDeletion(deletion));
    },
  { preValidation: joinQuery },
);

/** Merges the body and the query into one body, so that both are validated alike. */
async function joinQuery(request: FastifyRequest): Promise<void> {
  const body = request.body ?? {};
  if (typeof body !== 'object' || Array.isArray(body)) return;
  const sent = body as Record<string, unknown>;
  const asked = request.query as Record<string, unknown>;
  const problems = Object.keys(asked)
    .filter((name) => Object.hasOwn(sent, name) && sent[name] !== asked[name])
    .map((name): Problem => ({ path: name, message: 'differs between the body and the query; send only one of them' }));
  if (problems.length > 0) throw validationFault(problems);
  request.body = { ...sent, ...asked };
}

const modeOf = {
  move: DeletionMode.MOVE,
  unassign: DeletionMode.UNASSIGN,
  delete_contents: DeletionMode.DELETE_CONTENTS,
};

/** @throws validation_error for a target that is missing, superfluous or the project itself; not_found for a malformed id */
function readDeletion(projectId: string, { mode, target_project_id: target }: ProjectDeletionRequestBody) {
  const problem = (message: string) => validationFault([{ path: 'target_project_id', message }]);
  if (mode === 'move' && target === undefined) throw problem('is required for the mode move');
  if (mode !== 'move' && target !== undefined) throw problem(`cannot be combined with the mode ${mode}`);
  if (target === projectId) throw problem('must be another project');
  return { mode: modeOf[mode], targetProjectId: projectNamed(target) };
}
