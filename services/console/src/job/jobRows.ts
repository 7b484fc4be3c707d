import { Readable } from 'node:stream';
import type { Rotamer } from '@rotamer/client';
import { goneSignal } from '@rotamer/http/request/goneSignal.ts';
import { notFound } from '@rotamer/kit/errors/fault.ts';
import { linesOf } from '@rotamer/pages/viewers/table/readRows.ts';
import type { PortRows } from '@rotamer/pages/viewers/table/resultTables.ts';
import { fieldsOf, type Row } from '@rotamer/pages/viewers/table/rows.ts';
import { csvLines } from '@rotamer/pages/viewers/table/tableCsv.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Api } from '../api/openApi.ts';
import { passOn } from '../http/passOn.ts';
import type { Visit, VisitOf } from '../site/visit.ts';
import type { ReadResult } from './readResult.ts';
import type { ReadTool } from './readTool.ts';

type RowsOf = { Params: { jobId: string; port: string } };

interface Readers {
  readResult: ReadResult;
  readTool: ReadTool;
}

/** GET …/jobs/{jobId}/rows/{port}.jsonl: all rows of an output port, one item of the result in each line; .csv: the same as a table. */
export function jobRows(app: FastifyInstance, visit: VisitOf, { readResult, readTool }: Readers): void {
  /** Returns the first rows of a port, with its file if it has more, and the tool of the job. */
  async function find({ api, workspaceId }: Visit, { jobId, port }: RowsOf['Params']) {
    // The session of the person must be able to read the job, whose rows may be in memory.
    const { tool } = await api.jobs.details(jobId);
    const result = await readResult(api, workspaceId, jobId);
    const rows = result.rows.find(({ portId }) => portId === port);
    if (!rows) throw notFound('rows');
    return { rows, tool };
  }

  app.get<RowsOf>('/w/:workspace/jobs/:jobId/rows/:port.jsonl', async (request, reply) => {
    const here = visit(request);
    const { rows } = await find(here, request.params);
    reply.type('application/jsonl');
    if (rows.fileId) return passOn(reply, await openFile(here.api, request.params.jobId, rows.fileId, reply), []);
    return reply.send(Buffer.from(`${linesIn(rows).join('\n')}\n`));
  });

  app.get<RowsOf>('/w/:workspace/jobs/:jobId/rows/:port.csv', async (request, reply) => {
    const here = visit(request);
    const { jobId, port } = request.params;
    const { rows, tool } = await find(here, request.params);
    // The columns of the contract, and those of the first rows.
    const columns = await columnsOf(here.api, readTool, tool, port);
    const names = [...new Set([...columns, ...rows.items.flatMap(namesIn)])];
    const lines = rows.fileId ? linesOf((await openFile(here.api, jobId, rows.fileId, reply)).body!) : linesIn(rows);
    reply.header('content-disposition', `attachment; filename="${port}.csv"`);
    return reply.type('text/csv; charset=utf-8').send(Readable.from(csvOf(names, lines)));
  });
}

const linesIn = ({ items }: PortRows): string[] => items.map(({ value }) => JSON.stringify({ value }));

const namesIn = ({ value }: { value: unknown }): string[] => Object.keys(fieldsOf(value));

async function columnsOf(api: Rotamer, readTool: ReadTool, tool: string, port: string): Promise<string[]> {
  const contract = await readTool(api, tool);
  return contract?.output.ports.find(({ id }) => id === port)?.columns?.map(({ name }) => name) ?? [];
}

async function openFile(api: Api, jobId: string, fileId: string, reply: FastifyReply) {
  const path = `/results/${encodeURIComponent(jobId)}/items/${encodeURIComponent(fileId)}`;
  const response = await api.open(path, { signal: goneSignal(reply) });
  if (!response.ok || !response.body) throw notFound('rows');
  return response;
}

async function* csvOf(names: string[], lines: Iterable<string> | AsyncIterable<string>): AsyncGenerator<string> {
  let hasHead = false;
  for await (const line of lines) {
    const row: Row = fieldsOf((JSON.parse(line) as { value: unknown }).value);
    const [head, text] = csvLines(names, [row]);
    yield hasHead ? text! : head! + text!;
    hasHead = true;
  }
}
