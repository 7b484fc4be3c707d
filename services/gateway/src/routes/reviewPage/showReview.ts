import { getWorkflowRunCuration } from '@rotamer/api/operations/workflowRuns/getWorkflowRunCuration.ts';
import type { FastifyInstance } from 'fastify';
import type { AnswerReview } from './answerReview.ts';
import type { Entrance } from './entrance.ts';

/** GET /workflow-runs/{runId}/review: the page, or the sign-in form. */
export function showReview(app: FastifyInstance, entrance: Entrance, answerReview: AnswerReview): void {
  app.get('/workflow-runs/:runId/review', entrance(getWorkflowRunCuration), (request, reply) =>
    answerReview(request, reply),
  );
}
