import { continueWorkflowRun } from '@rotamer/api/operations/workflowRuns/continueWorkflowRun.ts';
import { toFault } from '@rotamer/kit/errors/fault.ts';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { runIdOf } from '../../params/ids.ts';
import { callScope } from '../../request/callScope.ts';
import type { AnswerReview } from './answerReview.ts';
import type { Entrance } from './entrance.ts';
import { reviewLink } from './reviewLink.ts';

/** POST /workflow-runs/{runId}/review/continue: continues the run after the selection. */
export function continueReviewed(
  app: FastifyInstance,
  { workflows }: Pick<Deps, 'workflows'>,
  entrance: Entrance,
  answerReview: AnswerReview,
): void {
  app.post<{ Params: { runId: string } }>(
    '/workflow-runs/:runId/review/continue',
    entrance(continueWorkflowRun),
    async (request, reply) => {
      const runId = runIdOf(request.params);
      try {
        await workflows.continue({ runId }, callScope(request, reply));
      } catch (error) {
        const { code, message } = toFault(error);
        if (code !== 'conflict') throw error;
        return answerReview(request, reply.code(409), { notice: message });
      }
      return reply.redirect(reviewLink(request, runId), 303);
    },
  );
}
