import type { FastifyInstance } from 'fastify';
import { sendPage } from '../site/sendPage.tsx';
import type { VisitOf } from '../site/visit.ts';
import { WorkflowsPage } from './WorkflowsPage.tsx';

/** Workflows of one page. */
const PAGE = 100;

/** GET /w/{workspace}/workflows: the workflows that the reader may see. */
export function workflows(app: FastifyInstance, visit: VisitOf): void {
  app.get('/w/:workspace/workflows', async (request, reply) => {
    const { api, site } = visit(request);
    const [frame, { data, has_more: hasMore }] = await Promise.all([
      site('workflows'),
      api.workflows.list({ limit: PAGE }).page(),
    ]);
    return sendPage(reply, frame, 'Workflows', <WorkflowsPage workflows={data} hasMore={hasMore} />);
  });
}
