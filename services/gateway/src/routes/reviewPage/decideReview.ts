import { decideWorkflowRunCuration } from '@rotamer/api/operations/workflowRuns/decideWorkflowRunCuration.ts';
import { MAX_NOTE } from '@rotamer/api/schemas/workflowCuration.ts';
import { type Fault, toFault } from '@rotamer/kit/errors/fault.ts';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { runIdOf } from '../../params/ids.ts';
import { callScope } from '../../request/callScope.ts';
import { formOf } from '../sharePage/preparePages.ts';
import type { AnswerReview } from './answerReview.ts';
import type { Entrance } from './entrance.ts';
import { reviewLink } from './reviewLink.ts';

/** POST /workflow-runs/{runId}/review/decision: records the ticked candidates, by the same call as the API. */
export function decideReview(
  app: FastifyInstance,
  { workflows }: Pick<Deps, 'workflows'>,
  entrance: Entrance,
  answerReview: AnswerReview,
): void {
  app.post<{ Params: { runId: string } }>(
    '/workflow-runs/:runId/review/decision',
    entrance(decideWorkflowRunCuration),
    async (request, reply) => {
      const runId = runIdOf(request.params);
      const form = formOf(request);
      const approved = form.getAll('approved');
      // Browsers send a line break as two characters.
      const note = (form.get('note') ?? '').replaceAll('\r\n', '\n').trim().slice(0, MAX_NOTE);
      const refuse = (status: number, notice: string) => answerReview(request, reply.code(status), { notice, note });
      if (approved.length === 0) return refuse(400, 'Nothing was recorded: tick at least one candidate.');
      const decision = {
        runId,
        candidateSetDigest: form.get('candidate_set_digest') ?? '',
        approvedCandidateIds: approved,
        note: note || undefined,
      };
      try {
        await workflows.decide(decision, callScope(request, reply));
      } catch (error) {
        const fault = toFault(error);
        if (fault.code !== 'conflict') throw error;
        return refuse(409, noticeOf(fault));
      }
      return reply.redirect(reviewLink(request, runId), 303);
    },
  );
}

const notices: Record<string, string> = {
  stale_digest:
    'Your page was out of date: the candidates have changed since you opened it. Nothing was recorded. Review the list below, which is current, and choose again.',
  unknown_candidate: 'Nothing was recorded: one of the selected candidates is not in this list. Choose again below.',
  already_decided: 'Your selection was not recorded: another one was recorded before. It is shown below.',
};

function noticeOf({ message, details }: Fault): string {
  const reason = String((details as { reason?: unknown } | undefined)?.reason);
  return Object.hasOwn(notices, reason) ? notices[reason]! : `Nothing was recorded. ${message}`;
}
