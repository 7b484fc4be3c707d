import { getSession as operation } from '@rotamer/api/operations/session/getSession.ts';
import { presentCurrent } from '@rotamer/present/presentSession.ts';
import { handler } from '../handler.ts';

/** GET /session: who sends the request, and where it acts. */
export const getSession = handler(operation, ({ sessions }) => async ({ credential, workspace }) => {
  return presentCurrent(credential!, await sessions.person(credential!.userId), workspace!.name);
});
