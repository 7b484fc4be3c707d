import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { workspace, workspaceUpdateRequest } from '../../schemas/workspace.ts';

/** PATCH /workspace: changes the fields in the body. */
export const updateWorkspace = operation({
  id: 'updateWorkspace',
  method: 'PATCH',
  path: '/workspace',
  access: { scope: 'workspace:write', role: 'admin' },
  tag: 'Workspace',
  summary: 'Rename the workspace, or choose the unit that shows amounts',
  body: ref(workspaceUpdateRequest),
  responses: { 200: { body: ref(workspace) } },
  errors: [],
  audit: { action: 'workspace.changed', resource: 'workspace', id: { response: 'id' } },
  sample: {
    body: { name: 'Enzyme group' },
    call: 'workspace.update',
    cli: "workspace update --name 'Enzyme group'",
  },
});
