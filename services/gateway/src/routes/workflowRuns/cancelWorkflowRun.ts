import { cancelWorkflowRun as operation } from '@rotamer/api/operations/workflowRuns/cancelWorkflowRun.ts';
import { toCredits } from '@rotamer/domain/credits.ts';
import { runIdOf } from '@rotamer/http/params/ids.ts';
import { SUBMIT_BUDGET_MS } from '@rotamer/http/request/budgets.ts';
import { presentRun } from '@rotamer/present/presentRun.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';

/** POST /workflow-runs/{runId}/cancel: stops what is active and starts nothing more. */
export const cancelWorkflowRun = handler(operation, ({ workflows }) => async (request, reply) => {
  const runId = runIdOf(request.params);
  // Not cancelled with the client, because a cancellation that has begun is completed.
  const scope = { ...callScope(request, reply, SUBMIT_BUDGET_MS), signal: undefined };
  const { run, chargedMillicredits, refundedMillicredits, unsettledJobs } = await workflows.cancel({ runId }, scope);
  request.resourceOwner = run!.run!.createdBy;
  return {
    object: 'workflow_run_cancellation' as const,
    charged_credits: toCredits(chargedMillicredits),
    refunded_credits: toCredits(refundedMillicredits),
    unsettled_jobs: unsettledJobs,
    run: presentRun(run!),
  };
});
