import { curationLinks } from '../../operation/links.ts';
import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { workflowCuration } from '../../schemas/workflowCuration.ts';

/** GET /workflow-runs/{runId}/curation: the checkpoint and its candidates. */
export const getWorkflowRunCuration = operation({
  id: 'getWorkflowRunCuration',
  method: 'GET',
  path: '/workflow-runs/{runId}/curation',
  access: { scope: 'jobs:read', role: 'viewer', limited: 'named' },
  tag: 'Workflow runs',
  summary: 'Get the checkpoint at which a run is paused',
  description: '`conflict` when the run is not paused for curation.',
  responses: { 200: { body: ref(workflowCuration), links: curationLinks } },
  errors: ['not_found', 'conflict'],
  sample: { call: 'runs.curation', cli: 'workflows candidates RUN_ID' },
});
