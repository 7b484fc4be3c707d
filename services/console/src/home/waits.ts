import type { FastifyInstance } from 'fastify';
import type { VisitOf } from '../site/visit.ts';
import { readWaits } from './readWaits.ts';

/** GET /w/{workspace}/waits: how many runs, batches and budgets wait for a person, for the bell of every page. */
export function waits(app: FastifyInstance, visit: VisitOf): void {
  app.get('/w/:workspace/waits', async (request, reply) => {
    const { runs, batches, budgets } = await readWaits(visit(request).api);
    return reply.type('application/json').send({ count: runs.length + batches.length + budgets.length });
  });
}
