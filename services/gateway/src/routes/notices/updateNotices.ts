import { updateNotices as operation } from '@rotamer/api/operations/notices/updateNotices.ts';
import { handler } from '../handler.ts';

/** PATCH /notices: changes the choices in the body. */
export const updateNotices = handler(operation, ({ notices }) => async (request) => ({
  object: 'notices' as const,
  ...(await notices.change(request.credential!.userId, request.body)),
}));
