import { getProjectDeletion as operation } from '@rotamer/api/operations/projects/getProjectDeletion.ts';
import { deletionIdOf } from '@rotamer/http/params/ids.ts';
import { presentDeletion } from '@rotamer/present/presentDeletion.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';

/** GET /project-deletions/{deletionId}. */
export const getProjectDeletion = handler(operation, ({ projects }) => async (request, reply) => {
  const deletionId = deletionIdOf(request.params);
  return presentDeletion(await projects.getDeletion({ deletionId }, callScope(request, reply)));
});
