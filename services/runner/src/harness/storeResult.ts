import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { StoredBlob } from '@rotamer/kit/blobs/blobs.ts';
import { newId } from '@rotamer/kit/ids.ts';
import {
  attemptPrefix,
  encodeManifest,
  inputsPrefix,
  MAX_INPUT_ID,
  MAX_MANIFEST_BYTES,
  manifestKey,
  type ResultManifest,
} from '@rotamer/kit/results/resultManifest.ts';
import type { ManifestRef } from '@rotamer/proto/jobs/v1/job.ts';
import type { Lease } from '@rotamer/proto/jobs/v1/leases.ts';
import type { OutputPlace, ToolContract } from '@rotamer/tools/contract.ts';
import type { AttemptBlobs } from '../blobs/attemptBlobs.ts';
import { persist } from './persist.ts';
import type { Outputs } from './readOutputs.ts';
import type { RowTable } from './resultRows.ts';
import { sourceIds } from './sourceIds.ts';
import type { StagedInput } from './stageInputs.ts';

/** A table of rows as a file: a JSON document on each line (https://jsonlines.org). */
const JSONL = { format: 'JSONL', content_type: 'application/jsonl' };

const STORED_AT_ONCE = 4;

/** A file of at most so many bytes is read at once: a stream takes more time than its bytes. */
const AT_ONCE_BYTES = 256 * 1024;

/** Uploads outputs and inline inputs, then the manifest that lists them: whoever reads it finds all of it. */
export async function storeResult(
  blobs: AttemptBlobs,
  lease: Lease,
  contract: ToolContract,
  inputs: StagedInput[],
  outputs: Outputs,
  signal: AbortSignal,
): Promise<ManifestRef> {
  const { workspaceId, jobId, attempt } = lease;
  const prefix = attemptPrefix(workspaceId, jobId, attempt);
  const orders = new Map<string, number>();

  function describe({ port, place }: { port: string; place: OutputPlace }) {
    const order = orders.get(port) ?? 0;
    orders.set(port, order + 1);
    return {
      id: newId('itm', new Date()),
      output_port_id: port,
      order,
      rank: place.rank ?? null,
      source_input_ids: sourceIds(place),
      format: contract.ports.find(({ id }) => id === port)!.format,
    };
  }

  const manifest: ResultManifest = {
    version: 'result-manifest-v2',
    job_id: jobId,
    tool: contract.id,
    tool_version: contract.version,
    attempt,
    files: [],
    items: outputs.rows.inline ?? [],
    inputs: [],
  };
  const keyOf = ({ port, name }: Outputs['files'][number]) => `${prefix}${port}/${name}`;
  const inputKey = (i: number) => `${inputsPrefix(workspaceId, jobId)}${i}`;
  const stored = await putFiles(
    blobs,
    [
      ...outputs.files.map((file) => ({ key: keyOf(file), path: file.path })),
      ...inputs.flatMap(({ source, path }, i) => (source === 'saved' ? [] : [{ key: inputKey(i), path }])),
    ],
    signal,
  );
  for (const file of outputs.files) {
    const key = keyOf(file);
    const content_type = contract.ports.find(({ id }) => id === file.port)!.contentType;
    manifest.files.push({ ...describe(file), key, name: file.name, content_type, ...stored.get(key)! });
  }
  if (outputs.rows.tables.length > 0) manifest.tables = [];
  for (const { port, sourceInputIds, blocks } of outputs.rows.tables) {
    const name = `${port}.jsonl`;
    const key = `${prefix}${port}/${name}`;
    const stored = await persist(() => blobs.put(key, async () => rowsOf(blocks), signal), signal);
    const file = { ...describe({ port, place: { sourceInputIds } }), ...JSONL, key, name, ...stored };
    manifest.files.push(file);
    manifest.tables!.push({ output_port_id: port, file_id: file.id, blocks: blocks.map(({ index }) => index) });
  }
  for (const [i, { id, slotId, kind, format, source, fileName }] of inputs.entries()) {
    if (source === 'saved') continue;
    const key = inputKey(i);
    manifest.inputs.push({
      id: id.slice(0, MAX_INPUT_ID),
      slot_id: slotId,
      kind,
      format,
      source,
      file_name: fileName ?? null,
      key,
      ...stored.get(key)!,
    });
  }
  const { bytes, sha256 } = await encodeManifest(manifest);
  if (bytes.length > MAX_MANIFEST_BYTES) throw new Error(`a manifest of ${bytes.length} bytes`);
  const key = manifestKey(workspaceId, jobId, attempt);
  await persist(() => blobs.put(key, async () => bytes, signal), signal);
  return { key, sha256, size: bytes.length };
}

function rowsOf(blocks: RowTable['blocks']): Readable {
  return Readable.from(blocks.map(({ bytes }) => bytes));
}

/** Stores files, several at a time: each waits for the disk more than once. Answers what was stored, by key. */
async function putFiles(blobs: AttemptBlobs, files: { key: string; path: string }[], signal: AbortSignal) {
  const put = async ({ key, path }: { key: string; path: string }) =>
    [key, await putFile(blobs, key, path, signal)] as const;
  return new Map<string, StoredBlob>(await Readable.from(files).map(put, { concurrency: STORED_AT_ONCE }).toArray());
}

function putFile(blobs: AttemptBlobs, key: string, path: string, signal: AbortSignal): Promise<StoredBlob> {
  return persist(() => blobs.put(key, () => openBody(path), signal), signal);
}

/** The bytes of a small file, a stream of those of another. */
async function openBody(path: string): Promise<Readable | Buffer> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  const { size } = await file.stat();
  if (size > AT_ONCE_BYTES) return file.createReadStream();
  try {
    return await file.readFile();
  } finally {
    await file.close();
  }
}
