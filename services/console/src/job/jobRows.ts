import { Readable } from 'node:stream';
import type { Rotamer } from '@rotamer/client';
import { notFound } from '@rotamer/kit/errors/fault.ts';
import { linesOf } from '@rotamer/pages/viewers/table/readRows.ts';
import { fieldsOf, type Row } from '@rotamer/pages/viewers/table/rows.ts';
import { csvLines } from '@rotamer/pages/viewers/table/tableCsv.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Api } from '../api/openApi.ts';
import { leaving } from '../http/passOn.ts';
import type { VisitOf } from '../site/visit.ts';
import type { ReadResult } from './readResult.ts';
import type { ReadTool } from './readTool.ts';

type RowsOf = { Params: { jobId: string; port: string } };

interface Readers {
  readResult: ReadResult;
  readTool: ReadTool;
}

/** GET …/jobs/{jobId}/rows/{port}.jsonl: all rows of an output port, one item of the result in each line; .csv: the same as a table. */
export function jobRows(app: FastifyInstance, visit: VisitOf, { readResult, readTool }: Readers): void {
  /** Returns the rows of a port, and the names of its columns: those of the contract, and those of the first rows. */
  async function open(api: Api, workspaceId: string, { jobId, port }: RowsOf['Params'], reply: FastifyReply) {
    // The session of the person must be able to read the job, whose rows may be in memory.
    const job = await api.jobs.details(jobId);
    const result = await readResult(api, workspaceId, jobId);
    const rows = result.rows.find(({ portId }) => portId === port);
    if (!rows) throw notFound('rows');
    const names = [...(await columnsOf(api, readTool, job.tool, port)), ...rows.items.flatMap(namesIn)];
    const lines = rows.fileId
      ? linesOf(await openFile(api, jobId, rows.fileId, reply))
      : rows.items.map((item) => JSON.stringify({ value: item.value }));
    return { names: [...new Set(names)], lines };
  }

  app.get<RowsOf>('/w/:workspace/jobs/:jobId/rows/:port.jsonl', async (request, reply) => {
    const { api, workspaceId } = visit(request);
    const { lines } = await open(api, workspaceId, request.params, reply);
    return reply.type('application/jsonl').send(Readable.from(withEnds(lines)));
  });

  app.get<RowsOf>('/w/:workspace/jobs/:jobId/rows/:port.csv', async (request, reply) => {
    const { api, workspaceId } = visit(request);
    const { names, lines } = await open(api, workspaceId, request.params, reply);
    reply.header('content-disposition', `attachment; filename="${request.params.port}.csv"`);
    return reply.type('text/csv; charset=utf-8').send(Readable.from(csvOf(names, lines)));
  });
}

const namesIn = ({ value }: { value: unknown }): string[] => Object.keys(fieldsOf(value));

async function columnsOf(api: Rotamer, readTool: ReadTool, tool: string, port: string): Promise<string[]> {
  const contract = await readTool(api, tool);
  return contract?.output.ports.find(({ id }) => id === port)?.columns?.map(({ name }) => name) ?? [];
}

async function openFile(api: Api, jobId: string, fileId: string, reply: FastifyReply) {
  const path = `/results/${encodeURIComponent(jobId)}/items/${encodeURIComponent(fileId)}`;
  const response = await api.open(path, { signal: leaving(reply) });
  if (!response.ok || !response.body) throw notFound('rows');
  return response.body;
}

async function* withEnds(lines: Iterable<string> | AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`;
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
