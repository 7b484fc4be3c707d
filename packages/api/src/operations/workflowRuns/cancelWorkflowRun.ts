import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { workflowRunCancellation } from '../../schemas/workflowRun.ts';

/** POST /workflow-runs/{runId}/cancel: stops what is active and starts nothing more. */
export const cancelWorkflowRun = operation({
  id: 'cancelWorkflowRun',
  method: 'POST',
  path: '/workflow-runs/{runId}/cancel',
  access: { scope: 'jobs:write', role: 'member', limited: 'named' },
  tag: 'Workflow runs',
  summary: 'Cancel a run that has not ended',
  description: 'Complete results stay. Requires the access `run`.',
  responses: { 200: { body: ref(workflowRunCancellation) } },
  errors: ['not_found', 'conflict'],
  audit: {
    action: 'workflow_run.cancelled',
    resource: 'workflow_run',
    id: { param: 'runId' },
    facts: ['refunded_credits'],
    onlyOfOthers: true,
  },
  sample: { call: 'runs.cancel', cli: 'workflows cancel RUN_ID' },
});
