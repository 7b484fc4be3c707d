import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { noticeKinds, notices, noticesUpdateRequest } from '../../schemas/notices.ts';

/** PATCH /notices: changes the choices in the body. */
export const updateNotices = operation({
  id: 'updateNotices',
  method: 'PATCH',
  path: '/notices',
  access: { scope: 'workspace:write', role: 'viewer' },
  tag: 'Notices',
  summary: 'Choose which mails you receive',
  description: 'Every mail also has a link at its end that switches its kind off without signing in.',
  body: ref(noticesUpdateRequest),
  responses: { 200: { body: ref(notices) } },
  errors: [],
  audit: { action: 'notices.changed', resource: 'user', id: { credential: 'userId' }, facts: noticeKinds },
  sample: {
    body: { job_ended: 'always' },
    call: 'notices.update',
    cli: 'notices set --job-ended always',
  },
});
