import { getFileLink as operation } from '@rotamer/api/operations/files/getFileLink.ts';
import { fileIdOf } from '@rotamer/http/params/ids.ts';
import { createLinkSigner, LINK_SECONDS } from '@rotamer/results/signLinks.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';

/** GET /files/{fileId}/link: a link that downloads a saved file without a key, for 15 minutes. */
export const getFileLink = handler(operation, ({ files, blobs, clock, publicUrl }) => {
  const linksFor = createLinkSigner(blobs, publicUrl);
  return async (request, reply) => {
    const { file, key } = await files.locate({ fileId: fileIdOf(request.params) }, callScope(request, reply));
    const { id, originalName: name, mimeType: content_type, size, sha256 } = file!;
    const expires = new Date(clock().getTime() + LINK_SECONDS * 1_000);
    const options = { fileName: name, contentType: content_type, sha256, expiresInSeconds: LINK_SECONDS };
    const url = await linksFor(request)(key, options);
    const object = 'file_link' as const;
    return { object, file_id: id, name, content_type, size, sha256, url, expires_at: expires.toISOString() };
  };
});
