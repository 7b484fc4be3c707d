import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { AbortUploadRequest, AbortUploadResponse } from '@rotamer/proto/files/v1/files.ts';
import type { Deps } from '../deps.ts';
import { readFile } from '../file/fileStore.ts';
import { discardUpload } from '../uploads/discardUpload.ts';
import { eraseFile } from '../uploads/eraseFile.ts';

/**
 * Ends an upload whose client got an error. If FinishUpload succeeded and only its response was lost, the file already
 * exists. It is deleted too, because a client that got an error expects no file.
 */
export function abortUpload(deps: Deps): Rpc<AbortUploadRequest, AbortUploadResponse> {
  return async ({ fileId }, { caller: { workspaceId }, traceparent }) => {
    await discardUpload(deps, fileId, workspaceId);
    const file = await readFile(deps.db, fileId, workspaceId);
    if (file?.origin === 'UPLOAD') await eraseFile(deps, file, traceparent);
    return {};
  };
}
