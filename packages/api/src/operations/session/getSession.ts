import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { currentSession } from '../../schemas/session.ts';

/** GET /session: who sends the request, and where it acts. */
export const getSession = operation({
  id: 'getSession',
  method: 'GET',
  path: '/session',
  access: { role: 'viewer', onAnyPlan: true, limited: 'always' },
  tag: 'Sessions',
  summary: 'Get the person and workspace of the session or API key',
  responses: { 200: { body: ref(currentSession) } },
  errors: [],
  sample: { call: 'session.get', cli: 'whoami' },
});
