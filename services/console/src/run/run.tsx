import type { FastifyInstance, FastifyRequest } from 'fastify';
import { formOf, refuseForeignForm } from '../http/formToken.ts';
import { rootOf } from '../http/rootOf.ts';
import { sendPage } from '../site/sendPage.tsx';
import { pathTo } from '../site/site.ts';
import type { Visit, VisitOf } from '../site/visit.ts';
import { RunPage } from './RunPage.tsx';

type OfRun = FastifyRequest<{ Params: { runId: string } }>;

/** What the forms of a run do. */
const changes = {
  cancel: ({ api }: Visit, runId: string) => api.runs.cancel(runId),
  continue({ api }: Visit, runId: string, form: URLSearchParams) {
    const cap = Number(form.get('max_credits'));
    return api.runs.continue(runId, cap > 0 ? { max_credits: cap } : {});
  },
};

/** GET /w/{workspace}/runs/{runId}: the nodes of a run with counts and money. POST …/cancel and …/continue change it. */
export function run(app: FastifyInstance, visit: VisitOf): void {
  app.get('/w/:workspace/runs/:runId', async (request: OfRun, reply) => {
    const { api, site } = visit(request);
    const [frame, shown] = await Promise.all([site('workflows'), api.runs.get(request.params.runId)]);
    return sendPage(reply, frame, shown.name || shown.workflow_name, <RunPage run={shown} />);
  });
  for (const [name, change] of Object.entries(changes))
    app.post(`/w/:workspace/runs/:runId/${name}`, async (request: OfRun, reply) => {
      const visited = visit(request);
      refuseForeignForm(request, visited.token);
      const { runId } = request.params;
      await change(visited, runId, formOf(request));
      const workspace = { id: visited.workspaceId };
      return reply.redirect(pathTo({ root: rootOf(request), workspace }, `runs/${encodeURIComponent(runId)}`), 303);
    });
}
