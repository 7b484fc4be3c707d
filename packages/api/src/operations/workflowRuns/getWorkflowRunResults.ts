import { Type } from 'typebox';
import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { attemptQuery } from '../../schemas/workflowRun.ts';
import { workflowRunResult } from '../../schemas/workflowRunResult.ts';

const query = Type.Object(
  {
    ...attemptQuery,
    node_id: Type.Optional(Type.String({ maxLength: 128, description: 'Only this node; default: all nodes' })),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1_000,
        description: 'Most jobs and items of each node; default, and most: 100 jobs and 1,000 items',
      }),
    ),
  },
  { additionalProperties: false },
);

/** GET /workflow-runs/{runId}/results: the results of an attempt so far. */
export const getWorkflowRunResults = operation({
  id: 'getWorkflowRunResults',
  method: 'GET',
  path: '/workflow-runs/{runId}/results',
  access: { scope: 'jobs:read', role: 'viewer', limited: 'named' },
  tag: 'Workflow runs',
  summary: 'Get the results of a run, with links',
  description: 'While the run has not ended, the results of the nodes that have ended.',
  query,
  responses: { 200: { body: ref(workflowRunResult) } },
  errors: ['not_found'],
  sample: { call: 'runs.results' },
});
