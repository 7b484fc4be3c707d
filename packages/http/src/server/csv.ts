import { Readable } from 'node:stream';
import { MAX_CSV_ROWS } from '@rotamer/api/schemas/report.ts';
import { type Cell, csvLine } from '@rotamer/kit/csvLine.ts';
import { validationFault } from '@rotamer/kit/errors/fault.ts';
import type { FastifyReply } from 'fastify';

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
