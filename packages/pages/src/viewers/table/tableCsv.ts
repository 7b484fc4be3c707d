import { type Cell, csvLine } from '@rotamer/kit/csvLine.ts';
import { isMissing, type Row } from './rows.ts';

/**
 * Returns rows as lines of CSV below the names of their fields. Numbers have all digits; lists and objects are JSON.
 */
export function* csvLines(names: readonly string[], rows: Iterable<Row>): Generator<string> {
  yield csvLine(names);
  for (const row of rows) yield csvLine(names.map((name) => cellOf(row[name])));
}

function cellOf(value: unknown): Cell {
  if (isMissing(value)) return null;
  if (typeof value === 'number' || typeof value === 'string') return value;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
