import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { workspace } from '../../schemas/workspace.ts';

/** GET /workspace: name and plan, and the role of the credential's user. */
export const getWorkspace = operation({
  id: 'getWorkspace',
  method: 'GET',
  path: '/workspace',
  access: { scope: 'workspace:read', role: 'viewer', limited: 'always' },
  tag: 'Workspace',
  summary: 'Get the workspace and your role in it',
  responses: { 200: { body: ref(workspace) } },
  errors: [],
  sample: { call: 'workspace.get', cli: 'workspace show' },
});
