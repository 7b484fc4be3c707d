import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { fileDeletion } from '../../schemas/file.ts';

/** DELETE /files/{fileId}: also deletes the bytes of an upload; a job's artifact stays with the job. */
export const deleteFile = operation({
  id: 'deleteFile',
  method: 'DELETE',
  path: '/files/{fileId}',
  access: { scope: 'files:write', role: 'member', limited: 'named' },
  tag: 'Files',
  summary: 'Delete a file',
  responses: { 200: { body: ref(fileDeletion) } },
  errors: ['not_found'],
  audit: { action: 'file.deleted', resource: 'file', id: { param: 'fileId' } },
  sample: { call: 'files.delete', cli: 'files delete FILE_ID' },
});
