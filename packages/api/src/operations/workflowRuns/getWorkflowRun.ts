import { Type } from 'typebox';
import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { attemptQuery, workflowRun } from '../../schemas/workflowRun.ts';

const query = Type.Object(attemptQuery, { additionalProperties: false });

/** GET /workflow-runs/{runId}: the state of a run. */
export const getWorkflowRun = operation({
  id: 'getWorkflowRun',
  method: 'GET',
  path: '/workflow-runs/{runId}',
  access: { scope: 'jobs:read', role: 'viewer', limited: 'named' },
  tag: 'Workflow runs',
  summary: 'Get a run with its attempts, nodes and jobs',
  query,
  responses: { 200: { body: ref(workflowRun) } },
  errors: ['not_found'],
  sample: { call: 'runs.get' },
});
