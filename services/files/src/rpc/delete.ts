import { Fault, notFound } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { DeleteFileRequest, DeleteFileResponse } from '@rotamer/proto/files/v1/files.ts';
import type { Deps } from '../deps.ts';
import { mayDelete } from '../file/file.ts';
import { readFile } from '../file/fileStore.ts';
import { eraseFile } from '../uploads/eraseFile.ts';

/** Deletes a file. A file that does not exist is reported before a missing permission. */
export function deleteFile(deps: Deps): Rpc<DeleteFileRequest, DeleteFileResponse> {
  return async ({ fileId }, { caller, traceparent }) => {
    const file = await readFile(deps.db, fileId, caller.workspaceId);
    if (!file) throw notFound('file');
    if (!mayDelete(file, caller)) {
      throw new Fault(
        'forbidden',
        'Members can delete only their own files; deleting this one requires the role admin or higher.',
        {
          details: { required_role: 'admin' },
        },
      );
    }
    if (!(await eraseFile(deps, file, traceparent))) throw notFound('file');
    return {};
  };
}
