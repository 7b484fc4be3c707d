import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { replayedHeader, requiredKeyHeader } from '../../schemas/headers.ts';
import { workflowRunRetry } from '../../schemas/workflowRun.ts';
import { workflowRunRetryRequest } from '../../schemas/workflowRunRequest.ts';

/** POST /workflow-runs/{runId}/retry: begins another attempt, once per idempotency key. */
export const retryWorkflowRun = operation({
  id: 'retryWorkflowRun',
  method: 'POST',
  path: '/workflow-runs/{runId}/retry',
  access: { scope: 'jobs:write', role: 'member', limited: 'named' },
  tag: 'Workflow runs',
  summary: 'Begin another attempt of a run that has ended',
  description:
    'For each node, says whether its result is reused, and why. `conflict` when the run has not ended, when a result to be reused has changed, or when the release of a dataset was retired. Requires the access `run`.',
  headers: requiredKeyHeader(
    'A new key for each attempt; repeating a request with the same key and body begins only one',
  ),
  body: ref(workflowRunRetryRequest),
  requiredKey: true,
  responses: {
    202: { description: 'The attempt has begun', body: ref(workflowRunRetry) },
    200: {
      description: 'The attempt of an earlier request with the same idempotency key, in its current state',
      headers: replayedHeader,
      body: ref(workflowRunRetry),
    },
  },
  errors: ['not_found', 'conflict'],
  sample: {
    body: { mode: 'from_start' },
    keywords: {},
    keyed: 'small-alkanes-again-1',
    call: 'runs.retry',
    cli: 'workflows retry RUN_ID',
  },
});
