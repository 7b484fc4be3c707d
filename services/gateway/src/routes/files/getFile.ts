import { getFile as operation } from '@rotamer/api/operations/files/getFile.ts';
import { fileIdOf } from '@rotamer/http/params/ids.ts';
import { presentFile } from '@rotamer/present/presentFile.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';

/** GET /files/{fileId}. */
export const getFile = handler(operation, ({ files }) => async (request, reply) => {
  const found = await files.get({ fileId: fileIdOf(request.params) }, callScope(request, reply));
  return presentFile(found);
});
