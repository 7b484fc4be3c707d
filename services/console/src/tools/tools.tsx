import type { FastifyInstance } from 'fastify';
import { sendPage } from '../site/sendPage.tsx';
import { pathTo } from '../site/site.ts';
import type { VisitOf } from '../site/visit.ts';
import { ToolsPage } from './ToolsPage.tsx';

/** GET /w/{workspace}/tools: the catalogue, or the tools that a search finds. The search of the API knows the field's words. */
export function tools(app: FastifyInstance, visit: VisitOf): void {
  app.get<{ Querystring: { q?: string } }>('/w/:workspace/tools', async (request, reply) => {
    const { api, site } = visit(request);
    const query = String(request.query.q ?? '').trim();
    const listed = api.tools.list(query ? { search: query } : {}).take(Number.POSITIVE_INFINITY);
    const [frame, found] = await Promise.all([site('tools'), listed]);
    const shown = found.map((tool) => ({ ...tool, price: tool.credit_model.is_free ? 'free' : '' }));
    return sendPage(reply, frame, 'Tools', <ToolsPage tools={shown} query={query} path={pathTo(frame, 'tools')} />);
  });
}
