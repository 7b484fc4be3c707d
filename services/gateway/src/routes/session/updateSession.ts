import { updateSession as operation } from '@rotamer/api/operations/session/updateSession.ts';
import { presentCurrent } from '@rotamer/present/presentSession.ts';
import { foreignWorkspace } from '../../access/authorise.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';
import { requireSession } from './requireSession.ts';

/** PATCH /session: changes the workspace of requests that name none. */
export const updateSession = handler(operation, ({ sessions, workspaces, keys }) => async (request, reply) => {
  const { id, keyId } = requireSession(request, 'An API key acts only in its own workspace.');
  const switched = await sessions.switchWorkspace(id, request.body.workspace_id);
  if (!switched) throw foreignWorkspace();
  const { deadlineMs, traceparent } = callScope(request, reply);
  const { name } = await workspaces.recent(switched.workspaceId, { deadlineMs, traceparent });
  keys.distrust();
  // Read again, because the role in the new workspace is another one.
  const record = (await keys.findById(keyId)) ?? request.credential!;
  return presentCurrent(record, await sessions.person(record.userId), name);
});
