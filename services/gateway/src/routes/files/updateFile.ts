import { updateFile as operation } from '@rotamer/api/operations/files/updateFile.ts';
import { fileIdOf } from '@rotamer/http/params/ids.ts';
import { presentFile } from '@rotamer/present/presentFile.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';

/** PATCH /files/{fileId}: changes name, description or tags of a file. */
export const updateFile = handler(operation, ({ files }) => async (request, reply) => {
  const { name: originalName, description, tags } = request.body;
  const fileId = fileIdOf(request.params);
  const changes = { originalName, description: description === null ? '' : description, tags: tags && { tags } };
  return presentFile(await files.change({ fileId, ...changes }, callScope(request, reply)));
});
