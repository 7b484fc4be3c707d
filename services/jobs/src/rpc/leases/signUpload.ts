import { attemptPrefix, inputsPrefix } from '@rotamer/domain/results/resultManifest.ts';
import { isBlobKey } from '@rotamer/kit/blobs/blobs.ts';
import { MAX_UPLOAD_BYTES } from '@rotamer/kit/blobs/transferUrls.ts';
import { validationFault } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { StoredBytes } from '@rotamer/proto/jobs/v1/input.ts';
import type { SignUploadRequest, SignUploadResponse } from '@rotamer/proto/jobs/v1/leases.ts';
import type { Catalogue } from '../../catalogue/toolStore.ts';
import type { Deps } from '../../deps.ts';
import type { Job } from '../../job/job.ts';
import { readLeased } from '../../leases/leaseStore.ts';

/** Largest table of rows of one port (runner: results/resultRows.ts). Manifests and inline inputs are smaller. */
const MAX_TABLE_BYTES = 64 * 1024 * 1024;

/**
 * How long a URL may be used to begin a PUT. The bytes of a lost attempt are deleted 15 minutes after its loss
 * (`blob_deletions`), so its uploads must have ended by then.
 */
const GOOD_FOR_SECONDS = 300;

/**
 * Returns a URL by which a runner without credentials for the blob store can write one object, below the prefixes of
 * its attempt and nowhere else.
 */
export function signUpload({
  db,
  catalogue,
  transferUrls,
}: Pick<Deps, 'db' | 'catalogue' | 'transferUrls'>): Rpc<SignUploadRequest, SignUploadResponse> {
  return async ({ jobId, attempt, object }) => {
    const job = await readLeased(db, jobId, attempt);
    const { key, size, sha256 } = ownObject(job, object, largestBytes(catalogue, job));
    if (!transferUrls) return { url: '', headers: {} };
    return transferUrls.upload(key, { size, sha256 }, GOOD_FOR_SECONDS);
  };
}

/** Validates the object that a runner names; a runner's request is untrusted input. */
function ownObject({ workspaceId, id, attempt }: Job, object: StoredBytes | undefined, most: number): StoredBytes {
  const own = [attemptPrefix(workspaceId, id, attempt), inputsPrefix(workspaceId, id)];
  if (!object || !isBlobKey(object.key) || !own.some((prefix) => object.key.startsWith(prefix))) {
    throw validationFault([{ path: 'object.key', message: `must be a key below ${own.join(' or ')}` }]);
  }
  if (!(object.size >= 0 && object.size <= most)) {
    throw validationFault([{ path: 'object.size', message: `must be at most ${most} bytes` }]);
  }
  if (!/^[0-9a-f]{64}$/.test(object.sha256)) {
    throw validationFault([{ path: 'object.sha256', message: 'must be a SHA-256 in hex' }]);
  }
  return object;
}

/**
 * Returns the size of the largest object that an attempt may store, in bytes: the larger of an output that the tool's
 * contract allows and a table of rows. If this process does not know the tool, or knows another version than the
 * runner, the limit is that of one PUT.
 */
function largestBytes(catalogue: Catalogue, { tool, toolVersion }: Job): number {
  const known = catalogue.list().find(({ contract }) => contract.id === tool)?.contract;
  if (known?.version !== toolVersion) return MAX_UPLOAD_BYTES;
  return Math.min(MAX_UPLOAD_BYTES, Math.max(MAX_TABLE_BYTES, known.limits.outputMiB * 1024 * 1024));
}
