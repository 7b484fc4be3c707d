import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { creditsIn } from '../site/creditsIn.ts';
import { postForm } from '../site/postForm.ts';
import { sendPage } from '../site/sendPage.tsx';
import type { VisitOf } from '../site/visit.ts';
import { RetryPage } from './RetryPage.tsx';

type OfRun = FastifyRequest<{ Params: { runId: string }; Querystring: { step?: string } }>;

/** GET …/runs/{runId}/retry: what another attempt reuses and costs. POST begins it. */
export function retry(app: FastifyInstance, visit: VisitOf): void {
  app.get('/w/:workspace/runs/:runId/retry', async (request: OfRun, reply) => {
    const { api, site } = visit(request);
    const step = request.query.step || undefined;
    const { runId } = request.params;
    const [frame, run, quote] = await Promise.all([
      site('workflows'),
      api.runs.get(runId),
      api.runs.quote(runId, attemptFrom(step)),
    ]);
    const page = <RetryPage run={run} step={step} quote={quote} submission={randomUUID()} />;
    return sendPage(reply, frame, 'Retry', page);
  });

  postForm(app, visit, 'runs/:runId/retry', async ({ api, field, params: { runId = '' } }) => {
    const cap = field('max_credits');
    const attempt = {
      ...attemptFrom(field('step') || undefined),
      ...(cap && { max_credits: creditsIn(cap, 'The most that it costs') }),
    };
    await api.runs.retry(runId, attempt, field('submission') || randomUUID());
    return `runs/${runId}`;
  });
}

function attemptFrom(step: string | undefined) {
  return step === undefined ? { mode: 'from_start' as const } : { mode: 'from_failed_node' as const, node_id: step };
}
