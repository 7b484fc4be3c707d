import { Readable } from 'node:stream';
import { MAX_CSV_ROWS } from '@rotamer/api/schemas/report.ts';
import { validationFault } from '@rotamer/kit/errors/fault.ts';
import type { FastifyReply } from 'fastify';

/** A cell: a number is written without quotes, null as an empty cell. */
export type Cell = string | number | null;

/** First characters that make a spreadsheet read a cell as a formula: also in full width, and after spaces. */
const FORMULA = /^\s*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

/**
 * Returns a line of CSV (RFC 4180), for spreadsheets as much as for programs. Every text is quoted, also where a spreadsheet takes
 * the semicolon as its separator. A text that would be a formula gets an apostrophe before it.
 */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const harmless = FORMULA.test(value) ? `'${value}` : value;
  return `"${harmless.replaceAll('"', '""')}"`;
}

/** Sends rows as a CSV file while they are read. A failure in the middle cuts the connection, so that no client takes half for all. */
export function sendCsv(
  reply: FastifyReply,
  name: string,
  header: readonly string[],
  rows: AsyncIterable<readonly Cell[][]> | Iterable<readonly Cell[][]>,
): FastifyReply {
  async function* lines() {
    yield csvLine(header);
    for await (const page of rows) yield page.map(csvLine).join('');
  }
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .send(Readable.from(lines()));
}

/** The refusal of a CSV file with too many rows. `way`: how to get fewer. */
export function tooManyRows(most = MAX_CSV_ROWS, way = 'narrow from and to'): Error {
  return validationFault([{ path: 'format', message: `csv has at most ${most} rows: ${way}` }]);
}
