import { Fault } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { ResolveInputsRequest, ResolveInputsResponse } from '@rotamer/proto/files/v1/files.ts';
import type { Deps } from '../deps.ts';
import { type File, MAX_FILE_BYTES } from '../file/file.ts';
import { readFiles, saveInspection } from '../file/fileStore.ts';
import { inspectBlob } from '../uploads/inspectBlob.ts';

/** The blob keys of saved files, for jobs; ids of other workspaces are omitted like unknown ones. */
export function resolveInputs(deps: Deps): Rpc<ResolveInputsRequest, ResolveInputsResponse> {
  return async ({ fileIds }, { caller }) => {
    const known = await readFiles(deps.db, fileIds, caller.workspaceId);
    const files: ResolveInputsResponse['files'] = [];
    for (const file of known) {
      const { textual, units } = await inspected(deps, file);
      const { id, filename, format, key, sha256, size } = file;
      files.push({ fileId: id, filename, format, key, sha256, size, textual, units: { ...units } });
    }
    return { files };
  };
}

/** Outputs of jobs are inspected when they are first used as an input, not when they are recorded: most are never used. */
async function inspected({ db, blobs }: Deps, file: File): Promise<Pick<File, 'textual' | 'units'>> {
  // Larger files are refused as inputs anyway.
  if (file.inspected || !file.textual || file.size > MAX_FILE_BYTES) return file;
  const found = await inspectBlob(blobs, file, file.originalName).catch((error): Pick<File, 'textual' | 'units'> => {
    if (error instanceof Fault && error.code === 'validation_error') return { textual: false, units: {} };
    throw error;
  });
  await saveInspection(db, file.id, found);
  return found;
}
