import { ref } from '@rotamer/api/schemas/build.ts';
import { bodyErrors, errors } from '@rotamer/api/schemas/error.ts';
import { workflowRunCancellation } from '@rotamer/api/schemas/workflowRun.ts';
import { toCredits } from '@rotamer/kit/credits.ts';
import type { Deps } from '../../deps.ts';
import { presentRun } from '../../present/presentRun.ts';
import { callScope, SUBMIT_BUDGET_MS } from '../../request/callScope.ts';
import { refuseBody } from '../../validation/refuseBody.ts';
import type { Api } from '../apiInstance.ts';
import { runIdOf, runParams } from './runId.ts';

/** POST /workflow-runs/{runId}/cancel: stops what is active and starts nothing more. */
export function cancelWorkflowRun(app: Api, { workflows }: Deps): void {
  app.post(
    '/workflow-runs/:runId/cancel',
    {
      config: { operation: 'cancelWorkflowRun' },
      preValidation: refuseBody,
      schema: {
        summary: 'Cancel a run that has not ended',
        description: 'Results that are complete stay. Requires the access `run`.',
        tags: ['Workflow runs'],
        params: runParams,
        response: { 200: ref(workflowRunCancellation), ...errors(...bodyErrors, 'not_found', 'conflict') },
      },
    },
    async (request, reply) => {
      const runId = runIdOf(request.params);
      // Not cancelled with the client: what has begun is completed.
      const scope = { ...callScope(request, reply, SUBMIT_BUDGET_MS), signal: undefined };
      const { run, chargedMillicredits, refundedMillicredits, unsettledJobs } = await workflows.cancel(
        { runId },
        scope,
      );
      return {
        object: 'workflow_run_cancellation' as const,
        charged_credits: toCredits(chargedMillicredits),
        refunded_credits: toCredits(refundedMillicredits),
        unsettled_jobs: unsettledJobs,
        run: presentRun(run!),
      };
    },
  );
}
