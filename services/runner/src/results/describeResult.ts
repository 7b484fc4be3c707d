import {
  attemptPrefix,
  inputsPrefix,
  MAX_INPUT_ID,
  type ResultManifest,
} from '@rotamer/domain/results/resultManifest.ts';
import type { StoredBlob } from '@rotamer/kit/blobs/blobs.ts';
import { newId } from '@rotamer/kit/ids.ts';
import type { Lease } from '@rotamer/proto/jobs/v1/leases.ts';
import type { OutputPlace, PinnedDataset, ToolContract } from '@rotamer/tools/contract.ts';
import type { StagedInput } from '../inputs/stageInputs.ts';
import type { Outputs } from './readOutputs.ts';
import type { RowTable } from './resultRows.ts';
import { sourceIds } from './sourceIds.ts';

/** The format of a table that is stored as a file: one JSON document in each line (https://jsonlines.org). */
const JSONL = { format: 'JSONL', content_type: 'application/jsonl' };

/** An attempt that has ended, and the parts of its result. */
export interface Result {
  lease: Pick<Lease, 'workspaceId' | 'jobId' | 'attempt'>;
  contract: Pick<ToolContract, 'id' | 'version' | 'ports'>;
  inputs: StagedInput[];
  outputs: Pick<Outputs, 'files' | 'rows'>;
  /** The release that was searched. */
  dataset?: PinnedDataset;
}

/** Returns the keys of the objects of a result. */
export function resultKeys({ workspaceId, jobId, attempt }: Result['lease']) {
  const prefix = attemptPrefix(workspaceId, jobId, attempt);
  return {
    file: ({ port, name }: Outputs['files'][number]) => `${prefix}${port}/${name}`,
    table: ({ port }: RowTable) => `${prefix}${port}/${tableName(port)}`,
    /** By the input's position. */
    input: (i: number) => `${inputsPrefix(workspaceId, jobId)}${i}`,
  };
}

/** Returns the manifest of a result. `stored` has its files, tables and inline inputs by key. */
export function describeResult(
  { lease, contract, inputs, outputs, dataset }: Result,
  stored: ReadonlyMap<string, StoredBlob>,
): ResultManifest {
  const keys = resultKeys(lease);
  const describe = createDescriber(contract);
  const files = outputs.files.map((file) => {
    const key = keys.file(file);
    const content_type = contract.ports.find(({ id }) => id === file.port)!.contentType;
    return { ...describe(file), key, name: file.name, content_type, ...stored.get(key)! };
  });
  const tables = outputs.rows.tables.map((table) => {
    const { port, sourceInputIds, blocks } = table;
    const key = keys.table(table);
    const described = describe({ port, place: { sourceInputIds } });
    const file = { ...described, ...JSONL, key, name: tableName(port), ...stored.get(key)! };
    return { file, table: { output_port_id: port, file_id: file.id, blocks: blocks.map(({ index }) => index) } };
  });
  return {
    version: 'result-manifest-v2',
    job_id: lease.jobId,
    tool: contract.id,
    tool_version: contract.version,
    attempt: lease.attempt,
    ...(dataset && { dataset: { id: dataset.id, release: dataset.release, sha256: dataset.sha256 } }),
    files: [...files, ...tables.map(({ file }) => file)],
    items: outputs.rows.inline ?? [],
    inputs: inputs.flatMap((input, i) => describeInput(input, keys.input(i), stored)),
    ...(tables.length > 0 && { tables: tables.map(({ table }) => table) }),
  };
}

function tableName(port: string): string {
  return `${port}.jsonl`;
}

/** Describes outputs in the order of the calls. Outputs of one port are numbered. */
function createDescriber({ ports }: Result['contract']) {
  const orders = new Map<string, number>();
  return ({ port, place }: { port: string; place: OutputPlace }) => {
    const order = orders.get(port) ?? 0;
    orders.set(port, order + 1);
    return {
      id: newId('itm', new Date()),
      output_port_id: port,
      order,
      rank: place.rank ?? null,
      source_input_ids: sourceIds(place),
      format: ports.find(({ id }) => id === port)!.format,
    };
  };
}

/** Describes an input of the result. Saved files are left out. */
function describeInput(
  { id, slotId, kind, format, source, fileName }: StagedInput,
  key: string,
  stored: ReadonlyMap<string, StoredBlob>,
): ResultManifest['inputs'] {
  if (source === 'saved') return [];
  return [
    {
      id: id.slice(0, MAX_INPUT_ID),
      slot_id: slotId,
      kind,
      format,
      source,
      file_name: fileName ?? null,
      key,
      ...stored.get(key)!,
    },
  ];
}
