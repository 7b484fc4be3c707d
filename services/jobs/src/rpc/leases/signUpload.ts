import { isBlobKey } from '@rotamer/kit/blobs/blobs.ts';
import { MAX_UPLOAD_BYTES } from '@rotamer/kit/blobs/transferUrls.ts';
import { validationFault } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { attemptPrefix, inputsPrefix } from '@rotamer/kit/results/resultManifest.ts';
import type { StoredBytes } from '@rotamer/proto/jobs/v1/input.ts';
import type { SignUploadRequest, SignUploadResponse } from '@rotamer/proto/jobs/v1/leases.ts';
import type { Deps } from '../../deps.ts';
import type { Job } from '../../job/job.ts';
import { readLeased } from '../../leases/leaseStore.ts';

/**
 * To begin a PUT. What an attempt stored that was lost meanwhile is deleted 15 minutes after it was lost
 * (`blob_deletions`), so that its uploads must have ended by then.
 */
const GOOD_FOR_SECONDS = 300;

/** Lets a runner without keys to the blob store write one object, below the prefixes of its attempt and nowhere else. */
export function signUpload({
  db,
  transferUrls,
}: Pick<Deps, 'db' | 'transferUrls'>): Rpc<SignUploadRequest, SignUploadResponse> {
  return async ({ jobId, attempt, object }) => {
    const job = await readLeased(db, jobId, attempt);
    const { key, size, sha256 } = ownObject(job, object);
    if (!transferUrls) return { url: '', headers: {} };
    return transferUrls.upload(key, { size, sha256 }, GOOD_FOR_SECONDS);
  };
}

/** A runner's request is input from outside. */
function ownObject({ workspaceId, id, attempt }: Job, object: StoredBytes | undefined): StoredBytes {
  const own = [attemptPrefix(workspaceId, id, attempt), inputsPrefix(workspaceId, id)];
  if (!object || !isBlobKey(object.key) || !own.some((prefix) => object.key.startsWith(prefix))) {
    throw validationFault([{ path: 'object.key', message: `must be a key below ${own.join(' or ')}` }]);
  }
  if (!(object.size >= 0 && object.size <= MAX_UPLOAD_BYTES)) {
    throw validationFault([{ path: 'object.size', message: `must be at most ${MAX_UPLOAD_BYTES} bytes` }]);
  }
  if (!/^[0-9a-f]{64}$/.test(object.sha256)) {
    throw validationFault([{ path: 'object.sha256', message: 'must be a SHA-256 in hex' }]);
  }
  return object;
}
