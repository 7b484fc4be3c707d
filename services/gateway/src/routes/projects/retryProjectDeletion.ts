import { retryProjectDeletion as operation } from '@rotamer/api/operations/projects/retryProjectDeletion.ts';
import { deletionIdOf } from '@rotamer/http/params/ids.ts';
import { presentDeletion } from '@rotamer/present/presentDeletion.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';
import { refuseDeletion } from './deletionRole.ts';

/** POST /project-deletions/{deletionId}/retry: retries a failed deletion. */
export const retryProjectDeletion = handler(operation, ({ projects }) => async (request, reply) => {
  const deletionId = deletionIdOf(request.params);
  const scope = callScope(request, reply);
  const { mode } = await projects.getDeletion({ deletionId }, scope);
  const refusal = refuseDeletion(request, mode);
  if (refusal) throw refusal;
  return presentDeletion(await projects.retryDeletion({ deletionId }, scope));
});
