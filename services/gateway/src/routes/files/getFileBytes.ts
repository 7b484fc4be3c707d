import { getFileBytes as operation } from '@rotamer/api/operations/files/getFileBytes.ts';
import { BINARY } from '@rotamer/api/schemas/bytes.ts';
import { fileIdOf } from '@rotamer/http/params/ids.ts';
import { attachment } from '@rotamer/kit/blobs/attachment.ts';
import { sendBytes } from '@rotamer/results/sendBytes.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';

/** GET /files/{fileId}/bytes: the bytes of a saved file, complete or a range. */
export const getFileBytes = handler(operation, ({ files, blobs }) => async (request, reply) => {
  const { file, key } = await files.locate({ fileId: fileIdOf(request.params) }, callScope(request, reply));
  const { originalName, sha256 } = file!;
  const headers = { 'content-type': BINARY, 'content-disposition': attachment(originalName) };
  if (!(await sendBytes(request, reply, { blobs, key, sha256, headers }))) throw new Error(`no bytes at ${key}`);
  return reply;
});
