import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { workflowCuration, workflowCurationRequest } from '../../schemas/workflowCuration.ts';

/** POST /workflow-runs/{runId}/curation: records a selection, once. */
export const decideWorkflowRunCuration = operation({
  id: 'decideWorkflowRunCuration',
  method: 'POST',
  path: '/workflow-runs/{runId}/curation',
  access: { scope: 'jobs:write', role: 'member', limited: 'named' },
  tag: 'Workflow runs',
  summary: 'Record a selection among the candidates',
  description:
    'A recorded selection cannot change; repeating it returns the first response. The run stays paused until it is continued. Requires the access `run`. `details.reason` of a `conflict`: `stale_digest`, `unknown_candidate`, `already_decided`.',
  body: ref(workflowCurationRequest),
  responses: { 200: { body: ref(workflowCuration) } },
  errors: ['not_found', 'conflict'],
  audit: {
    action: 'curation.decided',
    resource: 'workflow_run',
    id: { param: 'runId' },
    facts: ['attempt_id', 'node_id', 'candidate_set_digest'],
  },
  sample: {
    body: { candidate_set_digest: 'DIGEST', approved_candidate_ids: ['CANDIDATE_ID'], note: 'The smallest one' },
    call: 'runs.curate',
    cli: "workflows curate RUN_ID --digest DIGEST --approve CANDIDATE_ID --note 'The smallest one'",
  },
});
