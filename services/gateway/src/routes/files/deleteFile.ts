import { deleteFile as operation } from '@rotamer/api/operations/files/deleteFile.ts';
import { fileIdOf } from '@rotamer/http/params/ids.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';

/** DELETE /files/{fileId}: also deletes the bytes of an upload; a job's artifact stays with the job. */
export const deleteFile = handler(operation, ({ files }) => async (request, reply) => {
  const fileId = fileIdOf(request.params);
  await files.delete({ fileId }, callScope(request, reply));
  return { object: 'file_deletion' as const, id: fileId, deleted: true };
});
