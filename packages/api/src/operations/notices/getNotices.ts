import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { notices } from '../../schemas/notices.ts';

/** GET /notices: which mails the credential's user gets. */
export const getNotices = operation({
  id: 'getNotices',
  method: 'GET',
  path: '/notices',
  access: { scope: 'workspace:read', role: 'viewer' },
  tag: 'Notices',
  summary: 'Get which mails you receive',
  description: 'The choices hold for you in all workspaces.',
  responses: { 200: { body: ref(notices) } },
  errors: [],
  sample: { call: 'notices.get', cli: 'notices show' },
});
