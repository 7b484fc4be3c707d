import type { WorkflowRun } from '@rotamer/client';
import { rootOf } from '@rotamer/http/server/baseUrl.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { creditsIn } from '../site/creditsIn.ts';
import { postForm } from '../site/postForm.ts';
import { sendPage } from '../site/sendPage.tsx';
import { pathTo } from '../site/site.ts';
import type { Visit, VisitOf } from '../site/visit.ts';
import { liveRunState } from './liveRun.ts';
import { RunPage } from './RunPage.tsx';
import { chosenNode, readStep } from './readStep.ts';

type OfRun = FastifyRequest<{ Params: { runId: string }; Querystring: { step?: string } }>;

/** GET /w/{workspace}/runs/{runId}: the graph of a run with counts and money. POST …/cancel and …/continue change it. */
export function run(app: FastifyInstance, visit: VisitOf): void {
  app.get('/w/:workspace/runs/:runId', async (request: OfRun, reply) => {
    const { api, site } = visit(request);
    const [frame, shown] = await Promise.all([site('workflows'), api.runs.get(request.params.runId)]);
    const node = chosenNode(shown, request.query.step);
    const [step, queue] = await Promise.all([node && readStep(api, shown, node), waitingReason(api, shown)]);
    const title = shown.name || shown.workflow_name;
    return sendPage(reply, frame, title, <RunPage run={shown} step={step} queue={queue} />, {
      hasViewers: step !== undefined && step.items.length > 0,
    });
  });

  app.get('/w/:workspace/runs/:runId/state', async (request: OfRun, reply) => {
    const { api } = visit(request);
    const state = liveRunState(await api.runs.get(request.params.runId));
    return reply.type('application/json').send(JSON.stringify(state));
  });

  postForm(app, visit, 'runs/:runId/cancel', async ({ api, params: { runId = '' } }) => {
    await api.runs.cancel(runId);
    return `runs/${runId}`;
  });
  postForm(app, visit, 'runs/:runId/continue', async ({ api, field, params: { runId = '' } }) => {
    const cap = field('max_credits');
    await api.runs.continue(runId, cap ? { max_credits: creditsIn(cap, 'A cap') } : {});
    return `runs/${runId}`;
  });
}

/** Returns the address of a run's page, for a redirect. */
export function pathOfRun(request: FastifyRequest, { workspaceId }: Visit, runId: string): string {
  const place = { root: rootOf(request), workspace: { id: workspaceId } };
  return pathTo(place, `runs/${encodeURIComponent(runId)}`);
}

/** Returns why the first waiting job of a run waits; undefined when none waits. */
async function waitingReason(api: Visit['api'], { status, jobs }: WorkflowRun): Promise<string | undefined> {
  const job = jobs.find((one) => one.status === 'ACTIVE' && one.job_id !== null);
  if (status !== 'RUNNING' || !job?.job_id) return undefined;
  // A job that was deleted or that the reader may not see does not keep the run from being shown.
  const details = await api.jobs.details(job.job_id).catch(() => undefined);
  return details?.queue?.waiting_reason;
}
