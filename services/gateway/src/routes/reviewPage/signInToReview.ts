import type { FastifyInstance } from 'fastify';
import { reviewUrl } from '../../present/presentCuration.ts';
import { reviewSignInPage } from '../../reviewPage/pages.ts';
import type { Sessions } from '../../sharePage/sessions.ts';
import { answerPage } from '../sharePage/answerPage.ts';
import { formOf } from '../sharePage/preparePages.ts';
import { runIdOf } from '../workflowRuns/runId.ts';
import { refuseOtherSites } from './entrance.ts';

/** POST /workflow-runs/{runId}/review/sign-in: signs in with an API key for an hour. */
export function signInToReview(app: FastifyInstance, sessions: Sessions): void {
  app.post<{ Params: { runId: string } }>('/workflow-runs/:runId/review/sign-in', async (request, reply) => {
    const url = reviewUrl(runIdOf(request.params));
    refuseOtherSites(request);
    const key = formOf(request).get('key') ?? '';
    if (await sessions.signIn(request, reply, key)) return reply.redirect(url, 303);
    return answerPage(reply.code(401), reviewSignInPage(url, true));
  });
}
