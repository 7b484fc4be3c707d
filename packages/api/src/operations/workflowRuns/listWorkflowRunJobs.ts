import { Type } from 'typebox';
import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { cursorQuery } from '../../schemas/page.ts';
import { MAX_ID } from '../../schemas/projectAssignment.ts';
import { attemptQuery, workflowJobList } from '../../schemas/workflowRun.ts';

const query = Type.Object(
  {
    ...cursorQuery,
    ...attemptQuery,
    node_id: Type.Optional(Type.String({ minLength: 1, maxLength: MAX_ID, description: 'Only jobs of this node' })),
  },
  { additionalProperties: false },
);

/** GET /workflow-runs/{runId}/jobs: in the order of the definition's nodes. */
export const listWorkflowRunJobs = operation({
  id: 'listWorkflowRunJobs',
  method: 'GET',
  path: '/workflow-runs/{runId}/jobs',
  access: { scope: 'jobs:read', role: 'viewer', limited: 'named' },
  tag: 'Workflow runs',
  summary: 'List the jobs of an attempt of a run, node by node',
  query,
  responses: { 200: { body: ref(workflowJobList) } },
  errors: ['not_found'],
  sample: {
    call: 'runs.jobs',
    shown: { as: 'job', fields: ['node_id', 'job_id', 'status'], isList: true },
  },
});
