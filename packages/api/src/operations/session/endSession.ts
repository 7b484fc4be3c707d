import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { sessionEnd } from '../../schemas/session.ts';

/** DELETE /sessions/{sessionId}: ends a session. */
export const endSession = operation({
  id: 'endSession',
  method: 'DELETE',
  path: '/sessions/{sessionId}',
  access: { scope: 'workspace:write', role: 'viewer' },
  tag: 'Sessions',
  summary: 'End a session',
  description:
    'Everyone may end their own sessions, and admins those of members that act in the workspace. Event streams of the session end within 5 s.',
  responses: { 200: { body: ref(sessionEnd) } },
  errors: ['not_found'],
  audit: { action: 'session.ended', resource: 'session', id: { param: 'sessionId' } },
  sample: { call: 'session.end', cli: 'session end SESSION_ID' },
});
