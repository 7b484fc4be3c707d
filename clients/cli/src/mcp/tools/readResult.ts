import type { JobResults } from '@rotamer/client';
import { z } from 'zod';
import { groupBy } from '../../groupBy.ts';
import { pageOf } from '../answer.ts';
import { id, limit, offset } from '../limits.ts';
import { readFilePart } from '../readFilePart.ts';
import { reading, tool } from '../tool.ts';
import { ToolError } from '../toolError.ts';

/** read_result: the results of a job, a part at a time. */
export const readResult = tool({
  name: 'read_result',
  title: 'Read a part of a result',
  description:
    'Reads what a job left. With neither port nor file it lists what there is; with a port it reads rows from offset on, with a file text from a byte offset on. next_offset says where to read on.',
  input: z.strictObject({
    job: id('id of the job'),
    port: id('an output port, to read its rows').optional(),
    file: id('the name of a file, to read its text').optional(),
    offset,
    limit: limit(20_000).optional().describe('rows, files or bytes; by default 100, of a file 20,000 bytes'),
  }),
  annotations: reading,
  async run({ client, results }, { job, port, file, offset, limit }, { signal }) {
    if (port !== undefined && file !== undefined) {
      throw new ToolError('validation_error', 'port, file: only one of them can be read.', 'Send one of both.');
    }
    const result = await results.read(client(), job);
    if (file !== undefined) return readFilePart(result, file, offset, limit ?? 20_000, signal);
    if (port !== undefined) return readRows(result, port, offset, limit ?? 100);
    return overview(result, offset, limit ?? 100);
  },
});

function readRows(result: JobResults, port: string, offset: number, limit: number): object {
  const rows = result.values(port);
  const ports = portsOf(result);
  if (rows.length === 0 && !ports.some((one) => one.port === port)) {
    const names = ports.map((one) => one.port).join(', ') || 'none';
    throw new ToolError(
      'not_found',
      `The result has no rows of ${port}; ports with rows: ${names}.`,
      'Name one of them.',
    );
  }
  const { items, ...rest } = pageOf(rows, offset, limit);
  return { job: result.jobId, port, rows: items, ...rest };
}

function overview(result: JobResults, offset: number, limit: number): object {
  // Links are secrets, and are left out.
  const files = result.files.map(({ name, output_port_id: port, format, size }) => ({ name, port, format, size }));
  const { items, ...rest } = pageOf(files, offset, limit);
  const { jobId: job, tool, status } = result;
  return { job, tool, status, ports: portsOf(result), files: items, ...rest, next: 'Read a port or a file.' };
}

function portsOf({ items }: JobResults): { port: string; rows: number }[] {
  return [...groupBy(items, (item) => item.output_port_id)].map(([port, rows]) => ({ port, rows: rows.length }));
}
