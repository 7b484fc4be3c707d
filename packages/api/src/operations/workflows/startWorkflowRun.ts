import { exampleStart } from '../../operation/exampleValues.ts';
import { runLinks } from '../../operation/links.ts';
import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { preferenceApplied, preferNotify, replayedHeader, requiredKeyHeader } from '../../schemas/headers.ts';
import { workflowRun } from '../../schemas/workflowRun.ts';
import { workflowRunRequest } from '../../schemas/workflowRunRequest.ts';

/** POST /workflows/{workflowId}/runs: starts a run, once per idempotency key. */
export const startWorkflowRun = operation({
  id: 'startWorkflowRun',
  method: 'POST',
  path: '/workflows/{workflowId}/runs',
  access: {
    scope: 'jobs:write',
    role: 'member',
    withAnyProject: 'projects:write',
    withSavedFile: 'files:read',
    limited: 'named',
  },
  tag: 'Workflows',
  summary: 'Start a run of a workflow',
  description:
    'Runs the published revision, and pins the newest release of each dataset that a node names. `conflict` when a dataset cannot be searched; details then name the node. Requires the access `run`.',
  headers: requiredKeyHeader(
    'Repeating a request with the same key and body starts only one run; keys are kept for 7 days',
    preferNotify,
  ),
  body: ref(workflowRunRequest),
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
    body: exampleStart,
    keyed: 'small-alkanes-1',
    call: 'workflows.start',
    cli: `workflows run WORKFLOW_ID -i molecules=molecules.smi --name '${exampleStart.name}' --max-credits 20`,
  },
});
