import { listWorkflows as operation } from '@rotamer/api/operations/workflows/listWorkflows.ts';
import { presentPage, readPage } from '@rotamer/http/params/page.ts';
import { presentWorkflow } from '@rotamer/present/presentWorkflow.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';

/** GET /workflows: the published workflows that the caller may see, newest first. */
export const listWorkflows = handler(
  operation,
  ({ workflows }) =>
    async (request, reply) => {
      const page = readPage('wf', request.query);
      const answer = await workflows.list(page, callScope(request, reply));
      return presentPage(answer.workflows, answer.hasMore, presentWorkflow);
    },
  { importance: 'list' },
);
