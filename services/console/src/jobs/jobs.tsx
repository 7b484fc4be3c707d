import type { FastifyInstance } from 'fastify';
import { eventsFromNow } from '../events/eventsFromNow.ts';
import { nextOf } from '../http/cursors.ts';
import { sendPage } from '../site/sendPage.tsx';
import type { VisitOf } from '../site/visit.ts';
import { JobsPage } from './JobsPage.tsx';
import { apiFilter, readFilters } from './readFilters.ts';

/** Jobs of one page. */
const PAGE = 50;

/** GET /w/{workspace}/jobs: jobs of the workspace, newest first. The address holds the filters. */
export function jobs(app: FastifyInstance, visit: VisitOf): void {
  app.get('/w/:workspace/jobs', async (request, reply) => {
    const { api, site } = visit(request);
    const filters = readFilters(request.query);
    const events = await eventsFromNow(api);
    const list = api.jobs.list({ limit: PAGE, ...apiFilter(filters) });
    const [frame, page] = await Promise.all([site('jobs'), list.page(filters.after || undefined)]);
    const content = { jobs: page.data, filters, next: nextOf(page), events };
    return sendPage(reply, frame, 'Jobs', <JobsPage {...content} />);
  });
}
