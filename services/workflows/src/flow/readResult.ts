import { buffer } from 'node:stream/consumers';
import {
  DamagedManifest,
  type ResultItem,
  type ResultManifest,
  readManifest,
} from '@rotamer/domain/results/resultManifest.ts';
import { readRowBlock } from '@rotamer/domain/results/rowBlocks.ts';
import type { Blobs } from '@rotamer/kit/blobs/blobs.ts';
import type { ManifestRef } from '@rotamer/proto/jobs/v1/job.ts';
import type { ToolContract } from '@rotamer/tools/contract.ts';
import { limits } from '../definition/limits.ts';
import { hasRecords } from '../definition/recordFormats.ts';
import { fileMetrics } from './fileMetrics.ts';
import type { Flow } from './flowOf.ts';
import type { Item } from './item.ts';
import { itemOfFile, itemOfRow, itemsAmong, itemsOfRecords } from './makeItems.ts';
import { splitRecords } from './records.ts';

/** Largest file that is read and split into records, in bytes; a larger file stays whole. */
const MAX_SPLIT_BYTES = 16 * 1024 * 1024;

/** Bytes of one result that are read for items: rows, and files that are split. */
const MAX_READ_BYTES = 64 * 1024 * 1024;

/** The items that a job left for later nodes. */
export interface ReadResult {
  /** By port, in the order in which the tool wrote them. */
  items: Map<string, Item[]>;
  /** The version of the tool that made the result. */
  toolVersion: string;
}

type ResultFile = ResultManifest['files'][number];

interface ResultDeps {
  blobs: Pick<Blobs, 'get'>;
  newItemId: () => string;
}

/** The job and its node, and the contract of its tool. */
interface Made {
  jobId: string;
  nodeId: string;
  manifest: ManifestRef;
  contract: ToolContract | undefined;
  /** The label of the item that the job was for; undefined for a job for all items. */
  itemLabel?: string;
}

/**
 * Makes items of a job's outputs, for the ports that are used.
 *
 * @throws DamagedManifest; TooManyItems and ResultTooLong by the sizes in the manifest, before any output is read; or the store's error if
 * the store is unavailable.
 */
export async function readResult(deps: ResultDeps, flow: Flow, made: Made): Promise<ReadResult> {
  const manifest = await readManifest(deps.blobs, made.manifest);
  refuseUnread(manifest, flow, made.nodeId);
  const items = new Map<string, Item[]>();
  const add = (port: string, more: Item[]) => items.set(port, [...(items.get(port) ?? []), ...more]);
  const isUsed = (port: string) => flow.isUsed(made.nodeId, port);
  for (const row of manifest.items)
    if (isUsed(row.output_port_id)) add(row.output_port_id, [itemOfRow(row, made.jobId, deps.newItemId)]);
  for (const { output_port_id: port, file_id, blocks } of manifest.tables ?? []) {
    if (!isUsed(port)) continue;
    const rows = await readTable(deps, manifest, file_id, blocks);
    add(
      port,
      rows.map((row) => itemOfRow(row, made.jobId, deps.newItemId)),
    );
  }
  const tables = new Set(manifest.tables?.map(({ file_id }) => file_id));
  const metricsOfFile = fileMetrics(manifest.items);
  for (const file of manifest.files) {
    if (tables.has(file.id) || !isUsed(file.output_port_id)) continue;
    const about = { label: labelOf(file, manifest, made.itemLabel), metrics: metricsOfFile(file) };
    add(file.output_port_id, await itemsOfFile(deps, flow, made, file, about));
  }
  return { items, toolVersion: manifest.tool_version };
}

/** Refuses a result whose used rows, or whose files to be split, exceed the limits. Uses only sizes from the manifest. */
function refuseUnread({ tables = [], files }: ResultManifest, flow: Flow, nodeId: string): void {
  const used = tables.filter(({ output_port_id: port }) => flow.isUsed(nodeId, port));
  const blocks = used.map((table) => table.blocks);
  if (blocks.some((some) => sumOf(some.map(({ rows }) => rows)) > limits.itemsPerNode)) throw new TooManyItems();
  const split = files.filter(({ output_port_id: port, format, size }) => isToBeSplit(flow, nodeId, port, format, size));
  const bytes = sumOf(blocks.flat().map((block) => block.bytes)) + sumOf(split.map(({ size }) => size));
  if (bytes > MAX_READ_BYTES) throw new ResultTooLong(bytes);
}

const sumOf = (numbers: number[]) => numbers.reduce((sum, one) => sum + one, 0);

function isToBeSplit(flow: Flow, nodeId: string, port: string, format: string, size: number): boolean {
  return flow.isSplit(nodeId, port) && hasRecords(format) && size <= MAX_SPLIT_BYTES;
}

/**
 * Returns the label of a file. A job for one item names its files after the item, because tools number their files and every such job
 * starts with 1.
 */
function labelOf(
  { name, output_port_id }: ResultFile,
  { files }: ResultManifest,
  itemLabel: string | undefined,
): string {
  if (itemLabel === undefined) return name;
  const isOnly = files.filter((file) => file.output_port_id === output_port_id).length === 1;
  return isOnly ? itemLabel : `${itemLabel} · ${name}`;
}

async function readTable(
  { blobs }: ResultDeps,
  manifest: ResultManifest,
  fileId: string,
  blocks: NonNullable<ResultManifest['tables']>[number]['blocks'],
): Promise<ResultItem[]> {
  const file = manifest.files.find(({ id }) => id === fileId);
  if (!file) throw new DamagedManifest(`a table without its file ${fileId}`);
  const rows: ResultItem[] = [];
  let start = 0;
  for (const block of blocks) {
    rows.push(...(await readRowBlock(blobs, file.key, start, block)));
    start += block.bytes;
  }
  return rows;
}

/** Thrown when more items would leave a node than may. */
export class TooManyItems extends Error {
  override name = 'TooManyItems';

  constructor() {
    super(`This node produced more than ${limits.itemsPerNode} items, which is the limit.`);
  }
}

/** Thrown when more bytes would have to be read of one result than may. */
export class ResultTooLong extends Error {
  override name = 'ResultTooLong';

  constructor(bytes: number) {
    super(
      `The job left ${bytes} bytes of rows and records for the next node; at most ${MAX_READ_BYTES} can be passed on.`,
    );
  }
}

async function itemsOfFile(
  { blobs, newItemId }: ResultDeps,
  flow: Flow,
  { jobId, nodeId, contract }: Made,
  file: ResultFile,
  about: Parameters<typeof itemOfFile>[3],
): Promise<Item[]> {
  const { output_port_id: port, format, size, key } = file;
  const kind = contract?.ports.find(({ id }) => id === port)?.kind ?? 'file';
  if (isToBeSplit(flow, nodeId, port, format, size)) {
    const blob = await blobs.get(key);
    if (!blob) throw new DamagedManifest(`no file at ${key}`);
    const records = splitRecords((await buffer(blob.body)).toString(), format, limits.itemsPerNode);
    const common = { kind, format, sources: itemsAmong(file.source_input_ids), origin: { jobId, itemId: file.id } };
    if (records) return itemsOfRecords(records, common, newItemId);
  }
  return [itemOfFile(file, kind, jobId, about, newItemId)];
}
