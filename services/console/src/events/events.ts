import type { FastifyInstance } from 'fastify';
import { eventStreams } from '../http/passOn.ts';
import type { VisitOf } from '../site/visit.ts';

/** GET /w/{workspace}/events: what happens to the jobs and runs of the workspace, for pages that follow many of them by one stream. `run`: only of one run. */
export function events(app: FastifyInstance, visit: VisitOf): void {
  const passOnEvents = eventStreams(app);
  app.get('/w/:workspace/events', async (request, reply) => {
    const { api } = visit(request);
    const last = request.headers['last-event-id'];
    const headers: Record<string, string> = last === undefined ? {} : { 'last-event-id': String(last) };
    const { run } = request.query as { run?: unknown };
    const ofRun = typeof run === 'string' ? `&run_id=${encodeURIComponent(run)}` : '';
    const path = `/events/stream?type=${encodeURIComponent('job.*,workflow_run.*')}${ofRun}`;
    return passOnEvents(reply, (signal) => api.open(path, { headers, signal }));
  });
}
