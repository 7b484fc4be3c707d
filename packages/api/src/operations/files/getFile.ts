import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { file } from '../../schemas/file.ts';

/** GET /files/{fileId}. */
export const getFile = operation({
  id: 'getFile',
  method: 'GET',
  path: '/files/{fileId}',
  access: { scope: 'files:read', role: 'viewer', limited: 'named' },
  tag: 'Files',
  summary: 'Get a file',
  responses: { 200: { body: ref(file) } },
  errors: ['not_found'],
  sample: { call: 'files.get', cli: 'files get FILE_ID' },
});
