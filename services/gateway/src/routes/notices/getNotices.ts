import { getNotices as operation } from '@rotamer/api/operations/notices/getNotices.ts';
import { handler } from '../handler.ts';

/** GET /notices. */
export const getNotices = handler(operation, ({ notices }) => async (request) => ({
  object: 'notices' as const,
  ...(await notices.read(request.credential!.userId)),
}));
