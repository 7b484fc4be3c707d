import { ref } from '@rotamer/api/schemas/build.ts';
import { errors } from '@rotamer/api/schemas/error.ts';
import { workflowDetail } from '@rotamer/api/schemas/workflow.ts';
import type { Deps } from '../../deps.ts';
import { presentWorkflowDetail } from '../../present/presentWorkflow.ts';
import { callScope } from '../../request/callScope.ts';
import type { Api } from '../apiInstance.ts';
import { workflowIdOf, workflowParams } from './workflowId.ts';

/** GET /workflows/{workflowId}: the published definition. */
export function getWorkflow(app: Api, { workflows }: Deps): void {
  app.get(
    '/workflows/:workflowId',
    {
      config: { operation: 'getWorkflow' },
      schema: {
        summary: 'Get a workflow with its published definition and settings',
        tags: ['Workflows'],
        params: workflowParams,
        response: { 200: ref(workflowDetail), ...errors('not_found') },
      },
    },
    async (request, reply) => {
      const workflowId = workflowIdOf(request.params);
      return presentWorkflowDetail(await workflows.get({ workflowId }, callScope(request, reply)));
    },
  );
}
