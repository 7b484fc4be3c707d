import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { sessionEnd } from '../../schemas/session.ts';

/** DELETE /sessions: ends all other sessions of the person. */
export const endOtherSessions = operation({
  id: 'endOtherSessions',
  method: 'DELETE',
  path: '/sessions',
  access: { scope: 'workspace:write', role: 'viewer' },
  tag: 'Sessions',
  summary: 'End all your other sessions',
  description: 'With an API key: all your sessions that act in its workspace.',
  responses: { 200: { body: ref(sessionEnd) } },
  errors: [],
  audit: { action: 'session.others_ended', resource: 'user', id: { credential: 'userId' }, facts: ['ended'] },
  sample: { call: 'session.endOthers', cli: 'session end-others --yes' },
});
