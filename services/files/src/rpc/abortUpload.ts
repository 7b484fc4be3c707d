import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { AbortUploadRequest, AbortUploadResponse } from '@rotamer/proto/files/v1/files.ts';
import type { Deps } from '../deps.ts';
import { eraseFile } from '../file/eraseFile.ts';
import { readFile } from '../file/fileStore.ts';
import { discardUpload } from '../uploads/discardUpload.ts';

/**
 * Ends an upload whose client was not told of a success. Where only the answer to FinishUpload was lost there is a file
 * already: it goes too, for an error means that there is none.
 */
export function abortUpload(deps: Deps): Rpc<AbortUploadRequest, AbortUploadResponse> {
  return async ({ fileId }, { caller: { workspaceId }, traceparent }) => {
    await discardUpload(deps, fileId, workspaceId);
    const file = await readFile(deps.db, fileId, workspaceId);
    if (file?.origin === 'UPLOAD') await eraseFile(deps, file, traceparent);
    return {};
  };
}
