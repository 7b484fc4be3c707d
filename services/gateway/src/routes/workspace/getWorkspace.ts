import { getWorkspace as operation } from '@rotamer/api/operations/workspace/getWorkspace.ts';
import { presentWorkspace } from '@rotamer/present/presentWorkspace.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';

/** GET /workspace. */
export const getWorkspace = handler(operation, ({ workspaces }) => async (request, reply) => {
  const credential = request.credential!;
  return presentWorkspace(await workspaces.current(credential.workspaceId, callScope(request, reply)), credential);
});
