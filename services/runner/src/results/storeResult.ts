import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import {
  encodeManifest,
  MAX_MANIFEST_BYTES,
  manifestKey,
  type ResultManifest,
} from '@rotamer/domain/results/resultManifest.ts';
import type { StoredBlob } from '@rotamer/kit/blobs/blobs.ts';
import type { SubmittedInput } from '@rotamer/proto/jobs/v1/input.ts';
import type { ManifestRef } from '@rotamer/proto/jobs/v1/job.ts';
import type { Lease } from '@rotamer/proto/jobs/v1/leases.ts';
import type { PinnedDataset, ToolContract } from '@rotamer/tools/contract.ts';
import type { AttemptBlobs } from '../blobs/attemptBlobs.ts';
import { LastingFailure } from '../blobs/attemptBlobs.ts';
import { inlineBytes } from '../inputs/stageInputs.ts';
import { type RetryPolicy, retryUntil } from '../retryUntil.ts';
import { describeResult, isInline, resultKeys } from './describeResult.ts';
import type { Outputs } from './readOutputs.ts';
import type { RowTable } from './resultRows.ts';

const STORED_AT_ONCE = 4;

/** A file of at most this many bytes is read in one call: opening a stream would take longer than reading the bytes. */
const AT_ONCE_BYTES = 256 * 1024;

/** Uploads outputs and inline inputs, and then the manifest that lists them. So every object of an existing manifest exists. */
export async function storeResult(
  blobs: AttemptBlobs,
  lease: Lease,
  contract: ToolContract,
  inputs: SubmittedInput[],
  outputs: Outputs,
  retry: RetryPolicy,
  dataset?: PinnedDataset,
): Promise<ManifestRef> {
  const keys = resultKeys(lease);
  const stored = await putFiles(
    blobs,
    [
      ...outputs.files.map((file) => ({ key: keys.file(file), open: () => openBody(file.path) })),
      ...inputs.flatMap((input, i) =>
        isInline(input) ? [{ key: keys.input(i), open: async () => inlineBytes(input) }] : [],
      ),
    ],
    retry,
  );
  for (const table of outputs.rows.tables) {
    const key = keys.table(table);
    stored.set(key, await retryUntil(() => blobs.put(key, async () => rowsOf(table.blocks), retry.signal), retry));
  }
  return putManifest(blobs, lease, describeResult({ lease, contract, inputs, outputs, dataset }, stored), retry);
}

async function putManifest(
  blobs: AttemptBlobs,
  { workspaceId, jobId, attempt }: Lease,
  manifest: ResultManifest,
  retry: RetryPolicy,
): Promise<ManifestRef> {
  const { bytes, sha256 } = await encodeManifest(manifest);
  if (bytes.length > MAX_MANIFEST_BYTES) throw new Error(`a manifest of ${bytes.length} bytes`);
  const key = manifestKey(workspaceId, jobId, attempt);
  await retryUntil(() => blobs.put(key, async () => bytes, retry.signal), retry);
  return { key, sha256, size: bytes.length };
}

function rowsOf(blocks: RowTable['blocks']): Readable {
  return Readable.from(blocks.map(({ bytes }) => bytes));
}

interface Content {
  key: string;
  open(): Promise<Readable | Buffer>;
}

/** Stores files, several at a time, because each waits for the disk more than once. Returns the size and digest of each by key. */
async function putFiles(blobs: AttemptBlobs, files: Content[], retry: RetryPolicy) {
  const put = async ({ key, open }: Content) =>
    [key, await retryUntil(() => blobs.put(key, open, retry.signal), retry)] as const;
  return new Map<string, StoredBlob>(await Readable.from(files).map(put, { concurrency: STORED_AT_ONCE }).toArray());
}

/** Opens a file: returns the bytes of a small file, or a stream of a larger one. */
async function openBody(path: string): Promise<Readable | Buffer> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch((cause) => {
    throw new LastingFailure('an output cannot be read', { cause });
  });
  const { size } = await file.stat();
  if (size > AT_ONCE_BYTES) return file.createReadStream();
  try {
    return await file.readFile();
  } finally {
    await file.close();
  }
}
