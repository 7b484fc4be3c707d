import { Fault } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { MAX_FILE_BYTES } from '@rotamer/kit/limits.ts';
import type { ResolveInputsRequest, ResolveInputsResponse } from '@rotamer/proto/files/v1/files.ts';
import type { Deps } from '../deps.ts';
import type { File } from '../file/file.ts';
import { readFiles, saveInspection } from '../file/fileStore.ts';
import { inspectBlob } from '../uploads/inspectBlob.ts';

/** Where jobs finds the bytes of saved files; ids of another workspace are left out like unknown ones. */
export function resolveInputs(deps: Deps): Rpc<ResolveInputsRequest, ResolveInputsResponse> {
  return async ({ fileIds }, { caller }) => {
    const found = await readFiles(deps.db, fileIds, caller.workspaceId);
    const files: ResolveInputsResponse['files'] = [];
    for (const file of found) {
      const { textual, units } = await seen(deps, file);
      const { id, filename, format, key, sha256, size } = file;
      files.push({ fileId: id, filename, format, key, sha256, size, textual, units: { ...units } });
    }
    return { files };
  };
}

/** What a job left is looked at when it is first used, and not when it was recorded: most of it never is. */
async function seen({ db, blobs }: Deps, file: File): Promise<Pick<File, 'textual' | 'units'>> {
  // A file larger than all content of a request together is refused whatever is in it.
  if (file.inspected || !file.textual || file.size > MAX_FILE_BYTES) return file;
  const inspected = await inspectBlob(blobs, file, file.originalName).catch(
    (error): Pick<File, 'textual' | 'units'> => {
      if (error instanceof Fault && error.code === 'validation_error') return { textual: false, units: {} };
      throw error;
    },
  );
  await saveInspection(db, file.id, inspected);
  return inspected;
}
