import { keyReusedFault, notFound } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { File as ProtoFile } from '@rotamer/proto/files/v1/file.ts';
import type { FindUploadRequest } from '@rotamer/proto/files/v1/files.ts';
import type { Deps } from '../deps.ts';
import { originalName } from '../file/file.ts';
import { readFile } from '../file/fileStore.ts';
import { presentFile } from '../file/presentFile.ts';
import { fingerprintOf } from '../uploads/fingerprint.ts';
import { keyInUseFault } from '../uploads/keyInUseFault.ts';
import { readKey } from '../uploads/keyStore.ts';

/**
 * Returns the file of an earlier upload with the same key, in its current state.
 *
 * @throws not_found when the key is free, conflict when it made another file or its upload is in progress.
 */
export function findUpload({ db }: Pick<Deps, 'db'>): Rpc<FindUploadRequest, ProtoFile> {
  return async (request, { caller: { workspaceId } }) => {
    const key = await readKey(db, request.submissionId, workspaceId);
    if (!key) throw notFound('upload');
    if (key.fingerprint === undefined) throw keyInUseFault();
    const fingerprint = fingerprintOf({ ...request, originalName: originalName(request.originalName) });
    if (key.fingerprint !== fingerprint) throw keyReusedFault();
    const file = await readFile(db, key.fileId, workspaceId);
    if (!file) throw notFound('upload');
    return presentFile(file);
  };
}
