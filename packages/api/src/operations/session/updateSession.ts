import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { currentSession, sessionUpdateRequest } from '../../schemas/session.ts';

/** PATCH /session: changes the workspace of requests that name none. */
export const updateSession = operation({
  id: 'updateSession',
  method: 'PATCH',
  path: '/session',
  access: { role: 'viewer', onAnyPlan: true },
  tag: 'Sessions',
  summary: 'Switch to another workspace',
  description:
    'Changes the workspace of later requests that have no header `Rotamer-Workspace`. An API key acts only in its own workspace and gets `forbidden`.',
  body: ref(sessionUpdateRequest),
  responses: { 200: { body: ref(currentSession) } },
  errors: ['not_found'],
  sample: {
    body: { workspace_id: 'WORKSPACE_ID' },
    call: 'session.update',
    cli: 'workspace use WORKSPACE_ID',
  },
});
