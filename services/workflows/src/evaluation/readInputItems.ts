import { buffer } from 'node:stream/consumers';
import { Fault, validationFault } from '@rotamer/kit/errors/fault.ts';
import { Caller } from '@rotamer/proto/caller/v1/caller.ts';
import { SubmittedInput } from '@rotamer/proto/jobs/v1/input.ts';
import { ITEMS } from '../definition/graph.ts';
import { limits } from '../definition/limits.ts';
import { hasRecords } from '../definition/recordFormats.ts';
import type { InputNode } from '../definition/schema.ts';
import type { Flow } from '../flow/flowOf.ts';
import type { Item } from '../flow/item.ts';
import { itemIds, itemsOfRecords } from '../flow/makeItems.ts';
import { MAX_LABEL, splitRecords } from '../flow/records.ts';
import type { EvaluateDeps, Evaluation } from './evaluation.ts';

/** Largest saved file that is read and split into records, in bytes. */
const MAX_SPLIT_BYTES = 16 * 1024 * 1024;

/** Bytes that are read and split of all saved files of an input node together. */
const MAX_READ_BYTES = 64 * 1024 * 1024;

/**
 * Makes the items of an input node from the run's input data. An inline list of records becomes one item per record. A saved file is split
 * only if a later node looks at its records.
 *
 * @throws validation_error for too few or too many items; not_found for a file that no longer exists.
 */
export async function readInputItems(
  deps: EvaluateDeps,
  runId: string,
  node: InputNode,
  flow: Flow,
): Promise<Evaluation> {
  const { rows } = await deps.db.query(
    `select i.input, r.workspace_id, r.created_by, r.role from run_inputs i join runs r on r.id = i.run_id
     where i.run_id = $1 and i.node_id = $2 order by i.position`,
    [runId, node.id],
  );
  const newItemId = itemIds(deps.clock());
  const newItems: Item[] = [];
  const room = { bytes: MAX_READ_BYTES };
  for (const row of rows) {
    const caller = Caller.fromPartial({ workspaceId: row.workspace_id, userId: row.created_by, role: row.role });
    const input = SubmittedInput.decode(row.input);
    const split = flow.isSplit(node.id, ITEMS);
    const isFile = input.content === undefined && input.source?.source?.$case === 'file';
    newItems.push(
      ...(isFile
        ? await itemsOfSavedFile(deps, node, input, caller, split && room, newItemId)
        : itemsOfText(input, newItemId)),
    );
    if (newItems.length > limits.itemsPerNode) throw tooMany(node.id, newItems.length, limits.itemsPerNode);
  }
  const { min = 1, max = limits.itemsPerNode } = node;
  if (newItems.length > max) throw tooMany(node.id, newItems.length, max);
  if (newItems.length < min)
    throw validationFault([
      { path: `input_data.${node.id}`, message: `has ${newItems.length} items; at least ${min} are needed` },
    ]);
  return { port: ITEMS, itemIds: newItems.map(({ id }) => id), newItems };
}

function tooMany(nodeId: string, found: number, max: number): Fault {
  return validationFault([{ path: `input_data.${nodeId}`, message: `has ${found} items; the limit is ${max}` }]);
}

/** Makes one item for each record of inline content. */
export function itemsOfText(
  { kind, format, content = '', label, contentEncoding }: SubmittedInput,
  newItemId: () => string,
): Item[] {
  const text = contentEncoding === 'CONTENT_ENCODING_BASE64' ? Buffer.from(content, 'base64').toString() : content;
  const records = hasRecords(format) ? splitRecords(text, format, limits.itemsPerNode) : undefined;
  const common = { kind, format, sources: [] };
  return itemsOfRecords(
    records ?? [{ label: label?.slice(0, MAX_LABEL) || format, text, metrics: {} }],
    common,
    newItemId,
  );
}

async function itemsOfSavedFile(
  { files, blobs }: EvaluateDeps,
  node: InputNode,
  { kind, format, source }: SubmittedInput,
  caller: Caller,
  /** How many bytes may still be read. False: the file stays whole. */
  room: { bytes: number } | false,
  newItemId: () => string,
): Promise<Item[]> {
  const fileId = source?.source?.$case === 'file' ? source.source.value.fileId : '';
  const [file] = (await files.resolveInputs({ fileIds: [fileId] }, { caller })).files;
  if (!file) throw new Fault('not_found', `input_data.${node.id}: no such file in this workspace.`);
  if (room && hasRecords(format) && file.size <= MAX_SPLIT_BYTES) {
    room.bytes -= file.size;
    if (room.bytes < 0)
      throw validationFault([
        {
          path: `input_data.${node.id}`,
          message: `has files of more than ${MAX_READ_BYTES} bytes together; give it fewer`,
        },
      ]);
    const blob = await blobs.get(file.key);
    if (!blob) throw new Fault('not_found', `input_data.${node.id}: the file ${file.filename} no longer exists.`);
    const records = splitRecords((await buffer(blob.body)).toString(), format, limits.itemsPerNode);
    if (records) return itemsOfRecords(records, { kind, format, sources: [] }, newItemId);
  }
  const { sha256, size, filename } = file;
  const label = filename.slice(0, MAX_LABEL);
  return [
    {
      id: newItemId(),
      kind,
      format,
      label,
      content: { in: 'file', fileId, sha256, size },
      digest: sha256,
      metrics: { size },
      sources: [],
    },
  ];
}
