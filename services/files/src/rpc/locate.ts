import { notFound } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { LocatedFile, LocateFileRequest } from '@rotamer/proto/files/v1/files.ts';
import type { Deps } from '../deps.ts';
import { readFile } from '../file/fileStore.ts';
import { presentFile } from '../file/presentFile.ts';

/** Returns a file with the key of its bytes, which are as they were uploaded or as the job wrote them. */
export function locate({ db }: Deps): Rpc<LocateFileRequest, LocatedFile> {
  return async ({ fileId }, { caller }) => {
    const file = await readFile(db, fileId, caller.workspaceId);
    if (!file) throw notFound('file');
    return { file: presentFile(file), key: file.key };
  };
}
