import { endOtherSessions as operation } from '@rotamer/api/operations/session/endOtherSessions.ts';
import { handler } from '../handler.ts';
import { ownSessions } from './ownSessions.ts';

/** DELETE /sessions: ends all other sessions of the person. */
export const endOtherSessions = handler(operation, ({ sessions }) => async (request) => {
  const credential = request.credential!;
  const ended = await sessions.end({ ...ownSessions(credential), exceptId: credential.id });
  return { object: 'session_end' as const, ended };
});
