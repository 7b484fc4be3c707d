import { listWorkflowRunJobs as operation } from '@rotamer/api/operations/workflowRuns/listWorkflowRunJobs.ts';
import { PAGE } from '@rotamer/api/schemas/page.ts';
import { readAttempt } from '@rotamer/http/params/ids.ts';
import { presentPage, readCursor } from '@rotamer/http/params/page.ts';
import { presentChild } from '@rotamer/present/presentRun.ts';
import type { Static } from 'typebox';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';

/** The contents of a cursor: a node's id and the number of one of its jobs. */
const CHILD = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}\/\d{1,9}$/;

/** GET /workflow-runs/{runId}/jobs: in the order of the definition's nodes. */
export const listWorkflowRunJobs = handler(
  operation,
  ({ workflows }) =>
    async (request, reply) => {
      const asked = { ...readAttempt(request.params, request.query), ...readPageOfJobs(request.query) };
      const { children, hasMore } = await workflows.listChildren(asked, callScope(request, reply));
      const named = children.map((child) => ({ ...child, id: `${child.nodeId}/${child.n}` }));
      return presentPage(named, hasMore, presentChild);
    },
  { importance: 'list' },
);

function readPageOfJobs({ limit = PAGE, starting_after, node_id = '' }: Static<typeof operation.query>) {
  return { limit, after: readCursor((child) => CHILD.test(child), starting_after), nodeId: node_id };
}
