import { rootOf } from '@rotamer/http/server/baseUrl.ts';
import type { FastifyInstance } from 'fastify';
import { sendPage } from '../site/sendPage.tsx';
import { pathTo } from '../site/site.ts';
import type { VisitOf } from '../site/visit.ts';
import { SearchPage } from './SearchPage.tsx';

/** Most characters of a search, and most results of a kind. */
const MAX_TEXT = 100;
const SHOWN = 10;

const nothing = { data: [] };

/** The pages of ids, by their prefix. */
const pages: Record<string, string> = { job: 'jobs', run: 'runs' };

/** GET /w/{workspace}/search?q=: jobs and runs by name. An id leads to its page. */
export function search(app: FastifyInstance, visit: VisitOf): void {
  app.get('/w/:workspace/search', async (request, reply) => {
    const { api, site, workspaceId } = visit(request);
    const { q } = request.query as { q?: unknown };
    const asked = typeof q === 'string' ? q.trim().slice(0, MAX_TEXT) : '';
    const [, kind] = /^(job|run)_[0-9a-z]{26}$/.exec(asked) ?? [];
    if (kind) {
      const here = { root: rootOf(request), workspace: { id: workspaceId } };
      return reply.redirect(pathTo(here, `${pages[kind]}/${asked}`), 303);
    }
    const [frame, jobs, runs] = await Promise.all([
      site('none'),
      asked ? api.jobs.list({ limit: SHOWN, name: asked }).page() : nothing,
      asked ? api.runs.list({ name: asked, limit: SHOWN }).page() : nothing,
    ]);
    return sendPage(reply, frame, 'Search', <SearchPage asked={asked} jobs={jobs.data} runs={runs.data} />);
  });
}
