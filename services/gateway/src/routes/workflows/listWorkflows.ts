import { ref } from '@rotamer/api/schemas/build.ts';
import { errors } from '@rotamer/api/schemas/error.ts';
import { workflowList } from '@rotamer/api/schemas/workflow.ts';
import { Type } from 'typebox';
import type { Deps } from '../../deps.ts';
import { presentWorkflow } from '../../present/presentWorkflow.ts';
import { callScope } from '../../request/callScope.ts';
import type { Api } from '../apiInstance.ts';
import { pageQuery, presentPage, readPage } from '../page.ts';

const query = Type.Object(pageQuery('workflows'), { additionalProperties: false });

/** GET /workflows: what is published and the caller may see, newest first. */
export function listWorkflows(app: Api, { workflows }: Deps): void {
  app.get(
    '/workflows',
    {
      config: { operation: 'listWorkflows', importance: 'list' },
      schema: {
        summary: 'List published workflows that you may see, newest first',
        tags: ['Workflows'],
        querystring: query,
        response: { 200: ref(workflowList), ...errors('validation_error') },
      },
    },
    async (request, reply) => {
      const page = readPage('wf', request.query);
      const answer = await workflows.list(page, callScope(request, reply));
      return presentPage(answer.workflows, answer.hasMore, presentWorkflow);
    },
  );
}
