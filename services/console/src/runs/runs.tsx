import type { FastifyInstance } from 'fastify';
import { nextOf } from '../http/cursors.ts';
import { sendPage } from '../site/sendPage.tsx';
import type { VisitOf } from '../site/visit.ts';
import { RunsPage } from './RunsPage.tsx';
import { readRunFilters, runFilter } from './runFilters.ts';

/** Runs of one page. */
const PAGE = 50;

/** GET /w/{workspace}/runs: runs of workflows, newest first. The address holds the filters. */
export function runs(app: FastifyInstance, visit: VisitOf): void {
  app.get('/w/:workspace/runs', async (request, reply) => {
    const { api, site } = visit(request);
    const filters = readRunFilters(request.query);
    const [frame, page] = await Promise.all([
      site('workflows'),
      api.runs.list({ limit: PAGE, ...runFilter(filters) }).page(filters.after),
    ]);
    return sendPage(reply, frame, 'Runs', <RunsPage runs={page.data} filters={filters} next={nextOf(page)} />);
  });
}
