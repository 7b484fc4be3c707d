import { notFound } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { File } from '@rotamer/proto/files/v1/file.ts';
import type { GetFileRequest } from '@rotamer/proto/files/v1/files.ts';
import type { Deps } from '../deps.ts';
import { readFile } from '../file/fileStore.ts';
import { presentFile } from '../file/presentFile.ts';

export function get({ db }: Deps): Rpc<GetFileRequest, File> {
  return async ({ fileId }, { caller }) => {
    const file = await readFile(db, fileId, caller.workspaceId);
    if (!file) throw notFound('file');
    return presentFile(file);
  };
}
