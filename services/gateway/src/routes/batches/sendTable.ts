import { Readable } from 'node:stream';
import type { ResultItem } from '@rotamer/domain/results/resultManifest.ts';
import { sendCsv } from '@rotamer/http/server/csv.ts';
import { type Fault, validationFault } from '@rotamer/kit/errors/fault.ts';
import type { CallScope } from '@rotamer/kit/grpc/callContext.ts';
import { contractOf } from '@rotamer/present/presentTool.ts';
import type { Batch } from '@rotamer/proto/workflows/v1/batch.ts';
import { type BatchReaders, batchResults } from '@rotamer/results/batches/batchResults.ts';
import {
  type Fields,
  fieldsOfPorts,
  tableCells,
  tableHeader,
  tableObject,
} from '@rotamer/results/batches/batchTable.ts';
import { rowsOf } from '@rotamer/results/rowsOf.ts';
import type { ToolContract } from '@rotamer/tools/contract.ts';
import type { FastifyReply } from 'fastify';

/** Rows that are written together. */
const PORTION = 200;

interface Table {
  batch: Batch;
  /** Default: the first port of rows of each tool, if that is the same port. */
  port: string | undefined;
  format: 'csv' | 'jsonl';
}

/**
 * Sends the rows of one output port of all results of a batch, in the order of the submissions, while they are read. A failure in the
 * middle cuts the connection, so that no client takes half for all.
 *
 * @throws validation_error for a port that no tool of the batch has.
 */
export async function sendTable(
  reply: FastifyReply,
  readers: BatchReaders,
  { batch, port, format }: Table,
  scope: CallScope,
): Promise<FastifyReply> {
  const contracts = await Promise.all(
    batch.tools.map(async (tool) => contractOf(await readers.jobs.getTool({ tool }, scope))),
  );
  const { name, fields } = choosePort(contracts, port);
  const rows = rowsOfBatch(readers, batch.id, name, scope);
  const file = `${batch.id}_${name.replaceAll(/\W/g, '_')}`;
  if (format === 'csv') return sendCsv(reply, file, tableHeader(fields), csvPages(rows, fields));
  return reply
    .type('application/x-ndjson; charset=utf-8')
    .header('content-disposition', `attachment; filename="${file}.jsonl"`)
    .send(Readable.from(jsonPages(rows)));
}

function choosePort(contracts: ToolContract[], asked: string | undefined): { name: string; fields: Fields } {
  const ports = fieldsOfPorts(contracts);
  const firsts = new Set(contracts.map((contract) => contract.ports.find(({ type }) => type === 'items')?.id));
  const name = asked ?? (firsts.size === 1 ? [...firsts][0] : undefined) ?? '';
  const fields = ports.get(name);
  if (fields) return { name, fields };
  throw wrongPort([...ports.keys()]);
}

function wrongPort(ports: readonly string[]): Fault {
  const message =
    ports.length > 0 ? `must be one of ${ports.join(', ')}` : 'must wait: the batch has no tool with rows';
  return validationFault([{ path: 'port', message }]);
}

interface TableRow {
  customId: string;
  jobId: string;
  row: ResultItem;
}

async function* rowsOfBatch(
  readers: BatchReaders,
  batchId: string,
  port: string,
  scope: CallScope,
): AsyncGenerator<TableRow[]> {
  let portion: TableRow[] = [];
  for await (const { item, manifest } of batchResults(readers, { batchId }, scope))
    for await (const row of rowsOf(readers.results, manifest, port)) {
      portion.push({ customId: item.customId, jobId: item.job!.jobId, row });
      if (portion.length < PORTION) continue;
      yield portion;
      portion = [];
    }
  if (portion.length > 0) yield portion;
}

const fieldsOf = ({ value }: ResultItem) => value as Record<string, unknown>;

async function* csvPages(rows: AsyncIterable<TableRow[]>, fields: Fields) {
  for await (const portion of rows)
    yield portion.map(({ customId, jobId, row }) => tableCells(fields, customId, jobId, fieldsOf(row)));
}

async function* jsonPages(rows: AsyncIterable<TableRow[]>) {
  for await (const portion of rows)
    yield portion
      .map(({ customId, jobId, row }) => `${JSON.stringify(tableObject(customId, jobId, fieldsOf(row)))}\n`)
      .join('');
}
