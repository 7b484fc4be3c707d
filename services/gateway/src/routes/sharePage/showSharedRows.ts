import { notFound } from '@rotamer/kit/errors/fault.ts';
import { sendItem } from '@rotamer/results/sendItem.ts';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import type { AskToSignIn } from './askToSignIn.ts';
import type { OpenJob } from './openJob.ts';

type RowsOf = { Params: { jobId: string; port: string } };

/** GET /share/{jobId}/rows/{port}.jsonl: all rows of an output port, one item in each line, for the table of the page. */
export function showSharedRows(
  app: FastifyInstance,
  needs: Pick<Deps, 'blobs' | 'results'>,
  openJob: OpenJob,
  askToSignIn: AskToSignIn,
): void {
  app.get<RowsOf>('/share/:jobId/rows/:port.jsonl', async (request, reply) => {
    const job = await openJob(request, reply);
    if (!job) return askToSignIn(request, reply);
    if (!job.manifest) throw notFound('rows');
    const { port } = request.params;
    const manifest = await needs.results.manifest(job.manifest);
    const table = manifest.tables?.find(({ output_port_id }) => output_port_id === port);
    if (table) return await sendItem(request, reply, job.manifest, table.file_id, needs);
    const items = manifest.items.filter(({ output_port_id }) => output_port_id === port);
    if (items.length === 0) throw notFound('rows');
    const lines = items.map(({ value }) => `${JSON.stringify({ value })}\n`);
    return reply.header('cache-control', 'private, no-store').type('application/jsonl').send(lines.join(''));
  });
}
