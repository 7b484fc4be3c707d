import { runLinks } from '../../operation/links.ts';
import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { preferenceApplied, preferNotify, replayedHeader, requiredKeyHeader } from '../../schemas/headers.ts';
import { workflowRun } from '../../schemas/workflowRun.ts';
import { workflowRunRerunRequest } from '../../schemas/workflowRunRequest.ts';

/** POST /workflow-runs/{runId}/rerun: starts a run with the inputs of an earlier one, once per idempotency key. */
export const rerunWorkflowRun = operation({
  id: 'rerunWorkflowRun',
  method: 'POST',
  path: '/workflow-runs/{runId}/rerun',
  access: { scope: 'jobs:write', role: 'member', withAnyProject: 'projects:write', limited: 'named' },
  tag: 'Workflow runs',
  summary: 'Start a run with the inputs of an earlier one, in the newest releases of its datasets',
  description:
    'Starts a new run with the same inputs. It pins the newest release of each dataset that a node names without one, which a retry does not. `conflict` when another revision of the workflow is published since, or when a saved file among the inputs was deleted. Saved files need the scope `files:read`. Requires the access `run`.',
  headers: requiredKeyHeader(
    'A new key for each run; repeating a request with the same key and body starts only one',
    preferNotify,
  ),
  body: ref(workflowRunRerunRequest),
  optionalBody: true,
  requiredKey: true,
  responses: {
    202: { description: 'The run has begun', headers: preferenceApplied, body: ref(workflowRun), links: runLinks },
    200: {
      description: 'The run of an earlier request with the same idempotency key, in its current state',
      headers: { ...replayedHeader, ...preferenceApplied },
      body: ref(workflowRun),
      links: runLinks,
    },
  },
  errors: ['not_found', 'conflict'],
  sample: {
    body: { max_credits: 20 },
    keyed: 'small-alkanes-rerun-1',
    call: 'runs.rerun',
    cli: 'workflows rerun RUN_ID --max-credits 20',
  },
});
