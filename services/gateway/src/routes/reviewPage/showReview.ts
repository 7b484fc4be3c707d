import { getWorkflowRunCuration } from '@rotamer/api/operations/workflowRuns/getWorkflowRunCuration.ts';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { rootOf } from '../../http/baseUrl.ts';
import { runIdOf } from '../../params/ids.ts';
import type { AnswerReview } from './answerReview.ts';
import type { Entrance } from './entrance.ts';

/**
 * GET /workflow-runs/{runId}/review: leads a person with a session to the page of the console. A browser that signed in with an API key
 * sees the page of the gateway, and all others see the sign-in form.
 */
export function showReview(
  app: FastifyInstance,
  { consoleUrl }: Pick<Deps, 'consoleUrl'>,
  entrance: Entrance,
  answerReview: AnswerReview,
): void {
  app.get('/workflow-runs/:runId/review', entrance(getWorkflowRunCuration), async (request, reply) => {
    const { kind, workspaceId } = request.credential!;
    if (!consoleUrl || kind !== 'session') return answerReview(request, reply);
    const runId = runIdOf(request.params as { runId: string });
    return reply.redirect(`${rootOf(request)}w/${workspaceId}/runs/${runId}/review`, 303);
  });
}
