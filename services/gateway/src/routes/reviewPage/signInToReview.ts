import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SignInWays } from '../../access/signInWays.ts';
import { rootOf } from '../../http/baseUrl.ts';
import { runIdOf } from '../../params/ids.ts';
import { reviewUrl } from '../../present/presentCuration.ts';
import type { Sessions } from '../../sessions/sessions.ts';
import { loginLinkTo } from '../sharePage/askToSignIn.ts';
import { formOf } from '../sharePage/preparePages.ts';
import { FORM_REFUSED, KEY_REFUSED, type SignInForm } from '../sharePage/signInForm.ts';
import { reviewLink } from './reviewLink.ts';

/** Sends the sign-in form for the review of a run. `notice`: why the previous form was refused. */
export type AskToSignIn = (request: FastifyRequest, reply: FastifyReply, notice?: string) => FastifyReply;

export function createAskToSignIn(form: SignInForm, ways: SignInWays): AskToSignIn {
  return (request, reply, notice) => {
    const runId = runIdOf(request.params as { runId: string });
    const action = `${reviewLink(request, runId)}/sign-in`;
    const loginLink = loginLinkTo(request, ways, reviewUrl(runId));
    return form.show(request, reply, { root: rootOf(request), action, loginLink, notice });
  };
}

/** POST /workflow-runs/{runId}/review/sign-in: signs in with an API key for an hour. */
export function signInToReview(
  app: FastifyInstance,
  sessions: Sessions,
  form: SignInForm,
  askToSignIn: AskToSignIn,
): void {
  app.post('/workflow-runs/:runId/review/sign-in', async (request, reply) => {
    const runId = runIdOf(request.params as { runId: string });
    const sent = formOf(request);
    if (!form.isOurs(request, sent.get('token') ?? '')) return askToSignIn(request, reply, FORM_REFUSED);
    const isKnown = await sessions.signIn(request, reply, sent.get('key') ?? '');
    return isKnown ? reply.redirect(reviewLink(request, runId), 303) : askToSignIn(request, reply, KEY_REFUSED);
  });
}
