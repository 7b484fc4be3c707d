import type { Cell } from '@rotamer/kit/csvLine.ts';
import type { ToolContract } from '@rotamer/tools/contract.ts';
import { columnsOf } from '@rotamer/tools/shared/columns/columnsOf.ts';

/** The columns that a batch adds before those of the rows. */
const OWN = ['custom_id', 'job_id'];

/** The last column of a table whose rows may have fields that no contract names: these fields as JSON. */
const MORE = 'more';

type Row = Record<string, unknown>;

/** The fields of the rows of one output port. */
export interface Fields {
  /** In the order of the contracts. */
  names: string[];
  /** Whether rows may have other fields too. */
  isOpen: boolean;
}

/** Returns the fields of each port of rows that one of the tools has. */
export function fieldsOfPorts(contracts: readonly Pick<ToolContract, 'ports'>[]): Map<string, Fields> {
  const ports = new Map<string, Fields>();
  for (const port of contracts.flatMap((contract) => contract.ports)) {
    if (port.type !== 'items') continue;
    const { names, isOpen } = ports.get(port.id) ?? { names: [], isOpen: false };
    const more = columnsOf(port).map(({ name }) => name);
    const { additionalProperties } = (port.schema ?? {}) as { additionalProperties?: unknown };
    ports.set(port.id, {
      names: [...new Set([...names, ...more])],
      isOpen: isOpen || additionalProperties !== false,
    });
  }
  return ports;
}

export function tableHeader({ names, isOpen }: Fields): string[] {
  return [...OWN, ...names.map(columnOf), ...(isOpen ? [MORE] : [])];
}

/**
 * Returns the cells of a row, in the order of the header. Lists and objects are JSON.
 *
 * @throws Error for a field without a column, so that no value is lost silently.
 */
export function tableCells({ names, isOpen }: Fields, customId: string, jobId: string, value: Row): Cell[] {
  const others = Object.entries(value).filter(([field]) => !names.includes(field));
  if (others.length > 0 && !isOpen) throw new Error(`the rows of ${jobId} have the unknown field ${others[0]![0]}`);
  const more = others.length > 0 ? JSON.stringify(Object.fromEntries(others)) : null;
  return [customId, jobId, ...names.map((field) => cellOf(value[field])), ...(isOpen ? [more] : [])];
}

/** Returns a row as one object, whose first fields are those of the batch. */
export function tableObject(customId: string, jobId: string, value: Row): Row {
  const fields = Object.entries(value).map(([field, one]) => [columnOf(field), one]);
  return { custom_id: customId, job_id: jobId, ...Object.fromEntries(fields) };
}

/** A field of a row with the name of another column gets a prefix. */
function columnOf(field: string): string {
  return OWN.includes(field) || field === MORE ? `value.${field}` : field;
}

function cellOf(value: unknown): Cell {
  if (value === undefined || value === null) return null;
  if (typeof value === 'number' || typeof value === 'string') return value;
  return typeof value === 'boolean' ? String(value) : JSON.stringify(value);
}
