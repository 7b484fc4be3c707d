import { isBlobKey } from '@rotamer/kit/blobs/blobs.ts';
import { MAX_UPLOAD_BYTES } from '@rotamer/kit/blobs/transferUrls.ts';
import { validationFault } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { attemptPrefix, inputsPrefix } from '@rotamer/kit/results/resultManifest.ts';
import type { StoredBytes } from '@rotamer/proto/jobs/v1/input.ts';
import type { SignUploadRequest, SignUploadResponse } from '@rotamer/proto/jobs/v1/leases.ts';
import type { Catalogue } from '../../catalogue/toolStore.ts';
import type { Deps } from '../../deps.ts';
import type { Job } from '../../job/job.ts';
import { readLeased } from '../../leases/leaseStore.ts';

/** Rows of one port, as a runner stores them (runner: results/resultRows.ts); manifests and inline inputs are smaller. */
const MAX_TABLE_BYTES = 64 * 1024 * 1024;

/**
 * To begin a PUT. What an attempt stored that was lost meanwhile is deleted 15 minutes after it was lost
 * (`blob_deletions`), so that its uploads must have ended by then.
 */
const GOOD_FOR_SECONDS = 300;

/** Lets a runner without keys to the blob store write one object, below the prefixes of its attempt and nowhere else. */
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

/** A runner's request is input from outside. */
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
 * Bytes of the largest object that an attempt may leave: an output as large as the tool's contract allows, or a table of rows. A
 * tool that this process does not know, or knows less well than the runner, may store what one PUT can.
 */
function largestBytes(catalogue: Catalogue, { tool, toolVersion }: Job): number {
  const known = catalogue.list().find(({ contract }) => contract.id === tool)?.contract;
  if (known?.version !== toolVersion) return MAX_UPLOAD_BYTES;
  return Math.min(MAX_UPLOAD_BYTES, Math.max(MAX_TABLE_BYTES, known.limits.outputMiB * 1024 * 1024));
}
