import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { ResolveInputsRequest, ResolveInputsResponse } from '@rotamer/proto/files/v1/files.ts';
import type { Deps } from '../deps.ts';
import { recordsOf } from '../file.ts';
import { readFiles } from '../fileStore.ts';

/** Where jobs finds the bytes of saved files; ids of another workspace are left out like unknown ones. */
export function resolveInputs({ db }: Deps): Rpc<ResolveInputsRequest, ResolveInputsResponse> {
  return async ({ fileIds }, { caller }) => {
    const files = await readFiles(db, fileIds, caller.workspaceId);
    return {
      files: files.map(({ id, filename, format, key, sha256, size, textual, units }) => {
        return { fileId: id, filename, format, key, sha256, size, textual, records: recordsOf(units) };
      }),
    };
  };
}
