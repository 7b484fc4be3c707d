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
  for (const file of outputs.files) {
    const key = `${prefix}${file.port}/${file.name}`;
    const stored = await putFile(blobs, key, file.path, signal);
    const content_type = contract.ports.find(({ id }) => id === file.port)!.contentType;
    manifest.files.push({ ...describe(file), key, name: file.name, content_type, ...stored });
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
  for (const [i, { id, slotId, kind, format, source, fileName, path }] of inputs.entries()) {
    if (source === 'saved') continue;
    const key = `${inputsPrefix(workspaceId, jobId)}${i}`;
    const stored = await putFile(blobs, key, path, signal);
    manifest.inputs.push({
      id: id.slice(0, MAX_INPUT_ID),
      slot_id: slotId,
      kind,
      format,
      source,
      file_name: fileName ?? null,
      key,
      ...stored,
    });
  }
  const { bytes, sha256 } = await encodeManifest(manifest);
  if (bytes.length > MAX_MANIFEST_BYTES) throw new Error(`a manifest of ${bytes.length} bytes`);
  const key = manifestKey(workspaceId, jobId, attempt);
  await persist(() => blobs.put(key, async () => Readable.from([bytes]), signal), signal);
  return { key, sha256, size: bytes.length };
}

function rowsOf(blocks: RowTable['blocks']): Readable {
  return Readable.from(blocks.map(({ bytes }) => bytes));
}

function putFile(blobs: AttemptBlobs, key: string, path: string, signal: AbortSignal): Promise<StoredBlob> {
  const read = async () => (await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)).createReadStream();
  return persist(() => blobs.put(key, read, signal), signal);
}
