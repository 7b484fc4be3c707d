import {
  attemptPrefix,
  inputsPrefix,
  MAX_INPUT_ID,
  type ResultManifest,
} from '@rotamer/domain/results/resultManifest.ts';
import type { StoredBlob } from '@rotamer/kit/blobs/blobs.ts';
import { newId } from '@rotamer/kit/ids.ts';
import type { SubmittedInput } from '@rotamer/proto/jobs/v1/input.ts';
import type { Lease } from '@rotamer/proto/jobs/v1/leases.ts';
import type { OutputPlace, PinnedDataset, ToolContract } from '@rotamer/tools/contract.ts';
import type { Outputs } from './readOutputs.ts';
import type { RowTable } from './resultRows.ts';
import { sourceIds } from './resultRows.ts';

/** The format of a table that is stored as a file: one JSON document in each line (https://jsonlines.org). */
const JSONL = { format: 'JSONL', content_type: 'application/jsonl' };

/** An attempt that has ended, and the parts of its result. */
export interface Result {
  lease: Pick<Lease, 'workspaceId' | 'jobId' | 'attempt'>;
  contract: Pick<ToolContract, 'id' | 'version' | 'ports'>;
  inputs: SubmittedInput[];
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

/** Whether an input came inline, so that its bytes belong to the result. Others are in the blob store already. */
export const isInline = ({ source, stored }: SubmittedInput): boolean =>
  stored === undefined && source?.source?.$case !== 'artifact';

/** Describes an inline input. Saved files are left out. */
function describeInput(
  input: SubmittedInput,
  key: string,
  stored: ReadonlyMap<string, StoredBlob>,
): ResultManifest['inputs'] {
  if (!isInline(input)) return [];
  const { id, slotId, kind, format } = input;
  const from = input.source?.source;
  return [
    {
      id: id.slice(0, MAX_INPUT_ID),
      slot_id: slotId,
      kind,
      format,
      source: from?.$case === 'file' || from?.$case === 'external' ? from.$case : 'text',
      file_name: (from?.$case === 'file' && from.value.fileName) || null,
      key,
      ...stored.get(key)!,
    },
  ];
}
