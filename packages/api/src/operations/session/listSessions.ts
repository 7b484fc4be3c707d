import { Type } from 'typebox';
import { operation } from '../../operation/operation.ts';
import { oneOf, ref } from '../../schemas/build.ts';
import { cursorQuery } from '../../schemas/page.ts';
import { sessionList } from '../../schemas/session.ts';

const query = Type.Object(
  {
    ...cursorQuery,
    of: Type.Optional(
      oneOf(
        ['me', 'workspace'],
        '`me`, the default: your own sessions; `workspace`: those that act in the workspace, for admins',
      ),
    ),
  },
  { additionalProperties: false },
);

/** GET /sessions: newest first. */
export const listSessions = operation({
  id: 'listSessions',
  method: 'GET',
  path: '/sessions',
  access: { scope: 'workspace:read', role: 'viewer' },
  tag: 'Sessions',
  summary: 'List live sessions, newest first',
  description: 'An API key sees only sessions that act in its workspace.',
  query,
  responses: { 200: { body: ref(sessionList) } },
  errors: [],
  sample: {
    call: 'session.list',
    cli: 'session list',
    shown: { as: 'session', fields: ['id', 'user_agent'], isList: true },
  },
});
