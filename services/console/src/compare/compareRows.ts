import type { PortRows } from '@rotamer/pages/viewers/table/resultTables.ts';

/** The rows of one output port of several jobs, matched by the record that they are about. */
export interface ComparedPort {
  portId: string;
  /** The fields that name a record. */
  key: string;
  /** The other fields in which some records differ, in the order in which they occur. */
  fields: string[];
  /** Records that differ, or that some jobs lack. `values` has one entry for each job; undefined: the job has no such record. */
  records: { name: string; values: (Record<string, unknown> | undefined)[] }[];
  /** Number of records that are the same in all jobs. */
  same: number;
}

/** Fields that name a record, the most usual first. */
const KEYS = ['id', 'name', 'record', 'sequence_id', 'query', 'ligand', 'molecule', 'chain', 'label', 'structure'];

/** Compares the rows of each port that at least one of the jobs has. */
export function comparePorts(jobs: readonly (readonly PortRows[])[]): ComparedPort[] {
  const ports = [...new Set(jobs.flatMap((rows) => rows.map(({ portId }) => portId)))];
  return ports.map((portId) =>
    compareRows(
      portId,
      jobs.map((rows) => fieldsOfRows(rows.find((one) => one.portId === portId))),
    ),
  );
}

type Row = Record<string, unknown>;

function fieldsOfRows(rows: PortRows | undefined): Row[] {
  return (rows?.items ?? []).map(({ value }) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Row) : { value },
  );
}

export function compareRows(portId: string, jobs: readonly Row[][]): ComparedPort {
  const key = keyOf(jobs);
  const named = jobs.map((rows) => new Map(rows.map((row, i) => [nameOf(row, key, i), row])));
  const names = [...new Set(named.flatMap((rows) => [...rows.keys()]))];
  const all = names.map((name) => ({ name, values: named.map((rows) => rows.get(name)) }));
  const records = all.filter(({ values }) => values.some((row) => !isEqual(row, values[0])));
  const occurring = new Set(records.flatMap(({ values }) => values.flatMap((row) => Object.keys(row ?? {}))));
  const fields = [...occurring].filter(
    (field) =>
      field !== key && records.some(({ values }) => values.some((row) => !isEqual(row?.[field], values[0]?.[field]))),
  );
  return { portId, key, fields, records, same: all.length - records.length };
}

/** Returns the field that names each row of each job once; else empty, and rows are matched by their number. */
function keyOf(jobs: readonly Row[][]): string {
  const all = jobs.flat();
  const names = Object.keys(all[0] ?? {});
  const usual = KEYS.filter((key) => names.includes(key));
  const texts = names.filter((name) => all.every((row) => typeof row[name] === 'string'));
  const isUnique = (key: string) =>
    jobs.every(
      (rows) =>
        rows.every((row) => isName(row[key])) && new Set(rows.map((row) => String(row[key]))).size === rows.length,
    );
  return [...usual, ...texts].find(isUnique) ?? '';
}

/** A list or an object cannot name a row. */
function isName(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number';
}

function nameOf(row: Row, key: string, at: number): string {
  return key === '' ? `row ${at + 1}` : String(row[key]);
}

export function isEqual(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
