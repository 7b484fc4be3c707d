import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { fileLink } from '../../schemas/fileLink.ts';

/** GET /files/{fileId}/link: a link that downloads a saved file without a key, for 15 minutes. */
export const getFileLink = operation({
  id: 'getFileLink',
  method: 'GET',
  path: '/files/{fileId}/link',
  access: { scope: 'files:read', role: 'viewer', limited: 'named' },
  tag: 'Files',
  summary: 'Get a download link of a file',
  description:
    'Anyone who has the link can download the file until `expires_at`. A browser saves the file and never shows it as a page.',
  responses: { 200: { body: ref(fileLink) } },
  errors: ['not_found'],
  sample: {
    call: 'files.link',
    cli: 'files link FILE_ID',
    shown: { as: 'link', fields: ['url', 'expires_at'] },
  },
});
