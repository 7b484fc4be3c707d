import { goneSignal } from '@rotamer/http/request/goneSignal.ts';
import { Fault, notFound } from '@rotamer/kit/errors/fault.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { passOn } from '../http/passOn.ts';
import type { VisitOf } from '../site/visit.ts';

type OfBatch = FastifyRequest<{ Params: { batchId: string } }>;

/** The downloads of a batch: the name of the file, and its path in the API below the batch. */
const downloads = {
  'table.csv': 'rows?format=csv',
  'table.jsonl': 'rows?format=jsonl',
  'archive.tar': 'archive',
} as const;

const passed = ['content-type', 'content-length', 'content-range', 'content-disposition', 'accept-ranges', 'etag'];

/** GET …/batches/{batchId}/table.csv, …/table.jsonl and …/archive.tar: the results so far. */
export function batchDownloads(app: FastifyInstance, visit: VisitOf): void {
  for (const [name, path] of Object.entries(downloads))
    app.get(`/w/:workspace/batches/:batchId/${name}`, async (request: OfBatch, reply) => {
      const { api } = visit(request);
      const { range } = request.headers;
      const response = await api.open(`/batches/${encodeURIComponent(request.params.batchId)}/${path}`, {
        headers: range ? { range } : {},
        signal: goneSignal(reply),
      });
      if (response.status === 404) throw notFound('batch');
      if (!response.ok) throw new Fault('conflict', await reasonOf(response));
      return passOn(reply, response, passed);
    });
}

async function reasonOf(response: Response): Promise<string> {
  const { error } = (await response.json().catch(() => ({}))) as { error?: { message?: string } };
  return error?.message ?? 'There is no such file.';
}
