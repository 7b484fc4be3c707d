import type { FastifyInstance } from 'fastify';
import { eventStreams } from '../http/passOn.ts';
import type { VisitOf } from '../site/visit.ts';

/** GET …/jobs/{jobId}/events: the event stream of the API, for the page of the job. */
export function jobEvents(app: FastifyInstance, visit: VisitOf): void {
  const passOnEvents = eventStreams(app);
  app.get<{ Params: { jobId: string } }>('/w/:workspace/jobs/:jobId/events', async (request, reply) => {
    const { api } = visit(request);
    const path = `/jobs/${encodeURIComponent(request.params.jobId)}/events`;
    return passOnEvents(reply, (signal) => api.open(path, { signal }));
  });
}
