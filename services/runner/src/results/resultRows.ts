import {
  MAX_INLINE_BYTES,
  MAX_INLINE_ITEMS,
  MAX_INPUT_ID,
  MAX_SOURCE_IDS,
  type ResultItem,
  type RowBlock,
} from '@rotamer/domain/results/resultManifest.ts';
import { createRowBlocks, type RowBlocks } from '@rotamer/domain/results/rowBlocks.ts';
import { ascendingIds } from '@rotamer/kit/ids.ts';
import type { OutputPlace, ToolContract } from '@rotamer/tools/contract.ts';
import type { ItemLine } from './checkOutputs.ts';

/** The rows of one port, as the blocks of a file. */
export interface RowTable {
  port: string;
  /** The inputs that its rows were made from, the first hundred of them. */
  sourceInputIds: string[];
  blocks: { index: RowBlock; bytes: Buffer }[];
}

/** The rows of a tool, in the form of its result. */
export interface ResultRows {
  /** The rows in the manifest; undefined if they are too many for it. */
  inline: ResultItem[] | undefined;
  tables: RowTable[];
  /** Ports with at least one row. */
  ports: string[];
}

/** Limit of the rows, which are held in memory until they are stored, as encoded bytes. */
const MAX_TABLE_BYTES = 64 * 1024 * 1024;

/** Collects the rows of a tool, in the order in which the tool made them. `add` returns the problem of a row, or undefined. */
export function createResultRows(contract: ToolContract) {
  const nextId = ascendingIds('itm', new Date());
  const formats = new Map(contract.ports.map(({ id, format }) => [id, format]));
  const fields = new Map(contract.ports.map(({ id, schema }) => [id, fieldsOf(schema)]));
  const byPort = new Map<string, { blocks: RowBlocks; order: number; sources: Set<string> }>();
  let inline: ResultItem[] | undefined = [];
  let total = 0;

  function add({ port, place, value }: ItemLine): string | undefined {
    const table = byPort.get(port) ?? { blocks: createRowBlocks(), order: 0, sources: new Set<string>() };
    const item: ResultItem = {
      id: nextId(),
      output_port_id: port,
      order: table.order,
      rank: place.rank ?? null,
      file_name: null,
      source_input_ids: sourceIds(place),
      format: formats.get(port)!,
      value: inOrder(value, fields.get(port) ?? []),
    };
    const bytes = table.blocks.add(item, MAX_TABLE_BYTES - total);
    if (bytes === 'too large') return 'is larger than 256 KiB';
    if (bytes === 'no room') return `makes its rows larger than ${MAX_TABLE_BYTES / 1024 / 1024} MiB together`;
    byPort.set(port, table);
    table.order++;
    for (const id of item.source_input_ids) if (table.sources.size < MAX_SOURCE_IDS) table.sources.add(id);
    total += bytes;
    inline?.push(item);
    if (total > MAX_INLINE_BYTES || inline?.length === MAX_INLINE_ITEMS + 1) inline = undefined;
    return undefined;
  }

  function rows(): ResultRows {
    const ports = [...byPort.keys()];
    if (inline) return { inline, tables: [], ports };
    const tables = [...byPort].map(([port, { blocks, sources }]) => {
      return { port, sourceInputIds: [...sources], blocks: blocks.close() };
    });
    return { inline, tables, ports };
  }

  return { add, rows };
}

/** Returns the inputs that an output was made from: only the first, if there are more than a result lists for each output. */
export function sourceIds({ sourceInputIds }: OutputPlace): string[] {
  return sourceInputIds.slice(0, MAX_SOURCE_IDS).map((id) => id.slice(0, MAX_INPUT_ID));
}

/** Returns the fields of a schema in its order. */
function fieldsOf(schema: unknown): string[] {
  return Object.keys((schema as { properties?: object } | undefined)?.properties ?? {});
}

/** Returns a row with its fields in the order of the contract, so that tables of clients have it too. Other fields follow. */
function inOrder(value: unknown, fields: readonly string[]): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const row = value as Record<string, unknown>;
  const names = Object.keys(row);
  const wanted = fields.filter((name) => Object.hasOwn(row, name));
  if (wanted.every((name, i) => names[i] === name)) return value;
  return Object.fromEntries([...new Set([...wanted, ...names])].map((name) => [name, row[name]]));
}
