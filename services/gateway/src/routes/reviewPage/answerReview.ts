import { hasRole, missingScope } from '@rotamer/api/operation/access.ts';
import { decideWorkflowRunCuration } from '@rotamer/api/operations/workflowRuns/decideWorkflowRunCuration.ts';
import { toFault } from '@rotamer/kit/errors/fault.ts';
import { reviewPage } from '@rotamer/pages/reviewPage/pages.ts';
import { type ReviewContext, reviewView } from '@rotamer/pages/reviewPage/reviewView.ts';
import { PauseReason } from '@rotamer/proto/workflows/v1/workflow.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { wholeCuration } from '../../clients/wholeAnswers.ts';
import type { Deps } from '../../deps.ts';
import { rootOf } from '../../http/baseUrl.ts';
import { runIdOf } from '../../params/ids.ts';
import { deciderOf, presentCuration } from '../../present/presentCuration.ts';
import { callScope } from '../../request/callScope.ts';
import type { FormTokens } from '../../sessions/formTokens.ts';
import { answerPage } from '../sharePage/answerPage.ts';
import { reviewLink } from './reviewLink.ts';

/** Sends the page with the run's current state. */
export type AnswerReview = (
  request: FastifyRequest,
  reply: FastifyReply,
  refused?: Pick<ReviewContext, 'notice' | 'note'>,
) => Promise<FastifyReply>;

export function createAnswerReview(
  { workflows, members }: Pick<Deps, 'workflows' | 'members'>,
  tokens: FormTokens,
): AnswerReview {
  return async (request, reply, refused = {}) => {
    const runId = runIdOf(request.params as { runId: string });
    const scope = callScope(request, reply);
    const details = await workflows.getRun({ runId }, scope);
    const isAtCheckpoint = details.run!.attempts.at(-1)?.pause?.reason === PauseReason.CURATION;
    const curation = isAtCheckpoint
      ? await wholeCuration(workflows, runId, scope).catch((error: unknown) => {
          // The run was continued between the two calls.
          if (toFault(error).code === 'conflict') return undefined;
          throw error;
        })
      : undefined;
    const { keyId } = request.credential!;
    const context = {
      ...refused,
      root: rootOf(request),
      url: reviewLink(request, runId),
      mayDecide: mayDecide(request),
      token: tokens.tokenFor(keyId, runId),
    };
    const shown = curation && presentCuration(curation, await deciderOf(members, curation, request.credential!));
    return answerPage(reply, reviewPage(reviewView(details, shown, context)));
  };
}

function mayDecide({ credential }: FastifyRequest): boolean {
  const { access } = decideWorkflowRunCuration;
  return hasRole(credential!.role, access.role) && missingScope(access, credential!.scopes) === undefined;
}
