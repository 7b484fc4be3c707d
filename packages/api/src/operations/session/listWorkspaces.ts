import { Type } from 'typebox';
import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { cursorQuery } from '../../schemas/page.ts';
import { workspaceMembershipList } from '../../schemas/session.ts';

const query = Type.Object(cursorQuery, { additionalProperties: false });

/** GET /workspaces: in the order of their ids. */
export const listWorkspaces = operation({
  id: 'listWorkspaces',
  method: 'GET',
  path: '/workspaces',
  access: { role: 'viewer', onAnyPlan: true, limited: 'always' },
  tag: 'Sessions',
  summary: 'List your workspaces and your role in each',
  description: 'An API key sees only its own workspace.',
  query,
  responses: { 200: { body: ref(workspaceMembershipList) } },
  errors: [],
  sample: {
    call: 'session.workspaces',
    cli: 'workspace list',
    shown: { as: 'workspace', fields: ['id', 'name', 'role'], isList: true },
  },
});
