import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Blobs, StoredBlob } from '@rotamer/kit/blobs/blobs.ts';
import { newId } from '@rotamer/kit/ids.ts';
import {
  attemptPrefix,
  encodeManifest,
  inputsPrefix,
  type ResultManifest,
} from '@rotamer/kit/results/resultManifest.ts';
import type { ManifestRef } from '@rotamer/proto/jobs/v1/job.ts';
import type { Lease } from '@rotamer/proto/jobs/v1/leases.ts';
import type { OutputPlace, ToolContract } from '@rotamer/tools/contract.ts';
import { persist } from './persist.ts';
import type { Outputs } from './readOutputs.ts';
import type { StagedInput } from './stageInputs.ts';

/** Uploads outputs and inline inputs, then the manifest that lists them: whoever reads it finds all of it. */
export async function storeResult(
  blobs: Blobs,
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
      source_input_ids: place.sourceInputIds,
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
    items: outputs.items.map((item) => ({ ...describe(item), file_name: null, value: item.value })),
    inputs: [],
  };
  for (const file of outputs.files) {
    const key = `${prefix}${file.port}/${file.name}`;
    const stored = await putFile(blobs, key, file.path, signal);
    const content_type = contract.ports.find(({ id }) => id === file.port)!.contentType;
    manifest.files.push({ ...describe(file), key, name: file.name, content_type, ...stored });
  }
  for (const [i, { id, slotId, kind, format, source, fileName, path }] of inputs.entries()) {
    if (source === 'saved') continue;
    const key = `${inputsPrefix(workspaceId, jobId)}${i}`;
    const stored = await putFile(blobs, key, path, signal);
    manifest.inputs.push({ id, slot_id: slotId, kind, format, source, file_name: fileName ?? null, key, ...stored });
  }
  const { bytes, sha256 } = encodeManifest(manifest);
  const key = `${prefix}manifest.json`;
  await persist(() => blobs.put(key, bytes, signal), signal);
  return { key, sha256, size: bytes.length };
}

function putFile(blobs: Blobs, key: string, path: string, signal: AbortSignal): Promise<StoredBlob> {
  return persist(async () => {
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
    return blobs.put(key, file.createReadStream(), signal);
  }, signal);
}
