import type { FastifyInstance } from 'fastify';
import { leaving, passOn } from '../http/passOn.ts';
import type { VisitOf } from '../site/visit.ts';

/** GET …/jobs/{jobId}/events: the event stream of the API, for the page of the job. */
export function jobEvents(app: FastifyInstance, visit: VisitOf): void {
  app.get<{ Params: { jobId: string } }>('/w/:workspace/jobs/:jobId/events', async (request, reply) => {
    const { api } = visit(request);
    const path = `/jobs/${encodeURIComponent(request.params.jobId)}/events`;
    // 204 tells an EventSource not to connect again.
    const response = await api.open(path, { signal: leaving(reply) });
    if (!response.ok) return reply.code(204).send();
    reply.header('x-accel-buffering', 'no');
    return passOn(reply, response, ['content-type']);
  });
}
