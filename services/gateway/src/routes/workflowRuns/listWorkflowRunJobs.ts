import { ref } from '@rotamer/api/schemas/build.ts';
import { errors } from '@rotamer/api/schemas/error.ts';
import { MAX_ID } from '@rotamer/api/schemas/jobInput.ts';
import { workflowJobList } from '@rotamer/api/schemas/workflowRun.ts';
import { type Static, Type } from 'typebox';
import type { Deps } from '../../deps.ts';
import { presentChild } from '../../present/presentRun.ts';
import { callScope } from '../../request/callScope.ts';
import type { Api } from '../apiInstance.ts';
import { cursorQuery, PAGE, presentPage, readCursor } from '../page.ts';
import { attemptQuery, readAttempt, runParams } from './runId.ts';

const query = Type.Object(
  {
    ...cursorQuery,
    ...attemptQuery,
    node_id: Type.Optional(Type.String({ minLength: 1, maxLength: MAX_ID, description: 'Only jobs of this node' })),
  },
  { additionalProperties: false },
);

/** What a cursor holds: a node's id and the number of a job of it. */
const CHILD = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}\/\d{1,9}$/;

/** GET /workflow-runs/{runId}/jobs: in the order of the definition's nodes. */
export function listWorkflowRunJobs(app: Api, { workflows }: Deps): void {
  app.get(
    '/workflow-runs/:runId/jobs',
    {
      config: { operation: 'listWorkflowRunJobs', importance: 'list' },
      schema: {
        summary: 'List the jobs of an attempt of a run, node by node',
        tags: ['Workflow runs'],
        params: runParams,
        querystring: query,
        response: { 200: ref(workflowJobList), ...errors('validation_error', 'not_found') },
      },
    },
    async (request, reply) => {
      const asked = { ...readAttempt(request.params, request.query), ...readPageOfJobs(request.query) };
      const { children, hasMore } = await workflows.listChildren(asked, callScope(request, reply));
      const named = children.map((child) => ({ ...child, id: `${child.nodeId}/${child.n}` }));
      return presentPage(named, hasMore, presentChild);
    },
  );
}

function readPageOfJobs({ limit = PAGE, starting_after, node_id = '' }: Static<typeof query>) {
  return { limit, after: readCursor((child) => CHILD.test(child), starting_after), nodeId: node_id };
}
