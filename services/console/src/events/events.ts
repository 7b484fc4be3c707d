import type { FastifyInstance } from 'fastify';
import { eventStreams } from '../http/passOn.ts';
import type { VisitOf } from '../site/visit.ts';

/** GET /w/{workspace}/events: what happens to the jobs and runs of the workspace, for pages that follow many of them by one stream. `run`: only of one run. `after`: from this place of the feed on. */
export function events(app: FastifyInstance, visit: VisitOf): void {
  const passOnEvents = eventStreams(app);
  app.get('/w/:workspace/events', async (request, reply) => {
    const { api } = visit(request);
    const last = request.headers['last-event-id'];
    const headers: Record<string, string> = last === undefined ? {} : { 'last-event-id': String(last) };
    const { run, after } = request.query as { run?: unknown; after?: unknown };
    const query = new URLSearchParams({ type: 'job.*,workflow_run.*' });
    if (typeof run === 'string') query.set('run_id', run);
    if (typeof after === 'string') query.set('after', after);
    return passOnEvents(reply, (signal) => api.open(`/events/stream?${query}`, { headers, signal }));
  });
}
