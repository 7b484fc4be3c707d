import { Type } from 'typebox';
import { operation } from '../../operation/operation.ts';
import { oneOf, ref } from '../../schemas/build.ts';
import { listOfWords } from '../../schemas/idPatterns.ts';
import { createdQuery } from '../../schemas/jobFilter.ts';
import { MAX_NAME } from '../../schemas/jobInput.ts';
import { pageQuery } from '../../schemas/page.ts';
import { pauseReasons, runStatuses, workflowRunList } from '../../schemas/workflowRun.ts';

const query = Type.Object(
  {
    ...pageQuery('runs'),
    status: Type.Optional(
      Type.String({
        pattern: listOfWords(runStatuses),
        description: 'One or several statuses, separated by commas',
        examples: ['RUNNING,PAUSED'],
      }),
    ),
    pause: Type.Optional(oneOf(pauseReasons, 'Only runs that are paused for this reason; `curation`: for a review')),
    workflow_id: Type.Optional(Type.String({ maxLength: 64, minLength: 1 })),
    name: Type.Optional(
      Type.String({
        maxLength: MAX_NAME,
        minLength: 1,
        description: 'Part of the name of the run or of its workflow, in any case',
      }),
    ),
    created_by: Type.Optional(
      Type.String({ maxLength: 64, minLength: 1, description: '`me`, or the id of the user who started the run' }),
    ),
    ...createdQuery,
  },
  { additionalProperties: false },
);

/** GET /workflow-runs: the runs that the caller may see, newest first. */
export const listWorkflowRuns = operation({
  id: 'listWorkflowRuns',
  method: 'GET',
  path: '/workflow-runs',
  access: { scope: 'jobs:read', role: 'viewer', limited: 'project' },
  tag: 'Workflow runs',
  summary: 'List runs that you may see, newest first',
  description:
    'A page looks at 2,000 runs at most. Where few match, it has fewer than `limit`, or none, and `next_cursor` goes on while `has_more` is true.',
  query,
  responses: { 200: { body: ref(workflowRunList) } },
  errors: [],
  sample: {
    call: 'runs.list',
    cli: 'workflows runs',
    shown: { as: 'run', fields: ['id', 'status', 'name'], isList: true },
  },
});
