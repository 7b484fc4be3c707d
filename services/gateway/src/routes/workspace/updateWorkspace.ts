import { updateWorkspace as operation } from '@rotamer/api/operations/workspace/updateWorkspace.ts';
import { presentWorkspace } from '@rotamer/present/presentWorkspace.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';

/** PATCH /workspace: changes the fields in the body. */
export const updateWorkspace = handler(operation, ({ billing, workspaces }) => async (request, reply) => {
  const credential = request.credential!;
  const { workspaceId } = credential;
  const scope = callScope(request, reply);
  const { name, unit } = request.body;
  if (name !== undefined) await billing.setName({ workspaceId, name: name.trim() }, scope);
  if (unit !== undefined) await billing.setUnit({ workspaceId, unit: unit ?? undefined }, scope);
  return presentWorkspace(await workspaces.current(workspaceId, scope), credential);
});
