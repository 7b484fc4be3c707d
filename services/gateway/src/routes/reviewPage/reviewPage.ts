import { reviewSignInPage } from '@rotamer/pages/reviewPage/pages.ts';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { basePathOf } from '../../http/baseUrl.ts';
import { createFormTokens } from '../../sessions/formTokens.ts';
import { createSessions } from '../../sessions/sessions.ts';
import { preparePages } from '../sharePage/preparePages.ts';
import { createSignInForm } from '../sharePage/signInForm.ts';
import { createAnswerReview } from './answerReview.ts';
import { continueReviewed } from './continueReviewed.ts';
import { decideReview } from './decideReview.ts';
import { downloadCandidate } from './downloadCandidate.ts';
import { createEntrance } from './entrance.ts';
import { showReview } from './showReview.ts';
import { createAskToSignIn, signInToReview } from './signInToReview.ts';

/** Maximum bytes of a form: the ids of all candidates of a checkpoint, and a note. */
const FORM_LIMIT = 128 * 1024;

const NOT_FOUND =
  "This page does not exist, or you may not see it. Check the link, and whether you or your key belong to the run's workspace.";

/**
 * GET /workflow-runs/{runId}/review: a page to review the candidates of a checkpoint on. It is not part of the API, but calls the
 * same services under the same scopes, roles and grants.
 */
export function review(dependencies: Deps) {
  const { shareSecret, clock, publicUrl } = dependencies;
  const path = `${basePathOf(publicUrl)}/workflow-runs`;
  const sessions = createSessions(dependencies, { name: 'review_session', path });
  const tokens = createFormTokens(shareSecret, clock);
  const form = createSignInForm({ tokens, path, secure: publicUrl.startsWith('https:'), page: reviewSignInPage });
  const askToSignIn = createAskToSignIn(form, dependencies.signInWays);
  const entrance = createEntrance(dependencies, sessions, tokens, askToSignIn);
  const answerReview = createAnswerReview(dependencies, tokens);

  return async (app: FastifyInstance): Promise<void> => {
    await preparePages(app, {
      secret: dependencies.shareSecret,
      purpose: 'review page cookies',
      formLimit: FORM_LIMIT,
      notFound: NOT_FOUND,
    });
    showReview(app, dependencies, entrance, answerReview);
    signInToReview(app, sessions, form, askToSignIn);
    decideReview(app, dependencies, entrance, answerReview);
    continueReviewed(app, dependencies, entrance, answerReview);
    downloadCandidate(app, dependencies, entrance);
  };
}
