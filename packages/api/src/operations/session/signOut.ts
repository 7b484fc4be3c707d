import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { sessionEnd } from '../../schemas/session.ts';

/** DELETE /session: ends the session of the request. */
export const signOut = operation({
  id: 'signOut',
  method: 'DELETE',
  path: '/session',
  access: { role: 'viewer', onAnyPlan: true },
  tag: 'Sessions',
  summary: 'Sign out',
  description: 'Ends the session of the request, and its event streams. An API key gets `forbidden`; keys are revoked.',
  responses: { 200: { body: ref(sessionEnd) } },
  errors: [],
  audit: { action: 'session.ended', resource: 'session', id: { credential: 'id' } },
  sample: { call: 'session.signOut', cli: 'logout' },
});
