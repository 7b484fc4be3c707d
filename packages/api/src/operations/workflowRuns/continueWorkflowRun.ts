import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { workflowRun } from '../../schemas/workflowRun.ts';
import { workflowRunContinueRequest } from '../../schemas/workflowRunRequest.ts';

/** POST /workflow-runs/{runId}/continue: continues a paused run. */
export const continueWorkflowRun = operation({
  id: 'continueWorkflowRun',
  method: 'POST',
  path: '/workflow-runs/{runId}/continue',
  access: { scope: 'jobs:write', role: 'member', limited: 'named' },
  tag: 'Workflow runs',
  summary: 'Continue a paused run',
  description:
    'Continues after a recorded selection, with a higher cap, or after credits were added. `conflict` when the run is not paused, or is paused for curation without a selection. Requires the access `run`.',
  body: ref(workflowRunContinueRequest),
  optionalBody: true,
  responses: { 200: { body: ref(workflowRun) } },
  errors: ['not_found', 'conflict'],
  audit: { action: 'workflow_run.continued', resource: 'workflow_run', id: { param: 'runId' } },
  sample: { call: 'runs.continue', cli: 'workflows continue RUN_ID' },
});
