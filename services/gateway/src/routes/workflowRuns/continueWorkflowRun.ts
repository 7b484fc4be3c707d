import { ref } from '@rotamer/api/schemas/build.ts';
import { bodyErrors, errors } from '@rotamer/api/schemas/error.ts';
import { workflowRun } from '@rotamer/api/schemas/workflowRun.ts';
import { workflowRunContinueRequest } from '@rotamer/api/schemas/workflowRunRequest.ts';
import type { Deps } from '../../deps.ts';
import { presentRun } from '../../present/presentRun.ts';
import { callScope } from '../../request/callScope.ts';
import { optionalBody } from '../../validation/optionalBody.ts';
import type { Api } from '../apiInstance.ts';
import { capMillicredits } from '../jobs/readInputs.ts';
import { runIdOf, runParams } from './runId.ts';

/** POST /workflow-runs/{runId}/continue: continues a paused run. */
export function continueWorkflowRun(app: Api, { workflows }: Deps): void {
  app.post(
    '/workflow-runs/:runId/continue',
    {
      config: { operation: 'continueWorkflowRun' },
      preValidation: optionalBody,
      schema: {
        summary: 'Continue a paused run',
        description:
          'After a selection is recorded, with a higher cap, or to try again whether there are enough credits. `conflict` when the run is not paused, or at a checkpoint without a selection. Requires the access `run`.',
        tags: ['Workflow runs'],
        params: runParams,
        body: ref(workflowRunContinueRequest),
        response: { 200: ref(workflowRun), ...errors(...bodyErrors, 'not_found', 'conflict') },
      },
    },
    async (request, reply) => {
      const runId = runIdOf(request.params);
      const maxMillicredits = capMillicredits(request.body.max_credits);
      return presentRun(await workflows.continue({ runId, maxMillicredits }, callScope(request, reply)));
    },
  );
}
